/** The words without the speaker's label. */
export const ownText = ({ content, speaker }: { readonly content: string; readonly speaker: string | null }): string =>
  speaker !== null && content.startsWith(`${speaker}: `) ? content.slice(speaker.length + 2) : content
