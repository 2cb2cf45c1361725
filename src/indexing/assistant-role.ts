const ASSISTANTS: ReadonlySet<string> = new Set(
  (
    'assistant ai system bot chatbot chatgpt gpt claude gemini copilot llm model tool function developer ' +
    'asistente assistent assistente assistentin ассистент помощник бот 助手 助理 アシスタント 어시스턴트 مساعد المساعد सहायक'
  ).split(' '),
)

/** Removes the number or letter that distinguishes several assistants: "assistant 2", "bot_b". */
const alone = (label: string): string => label.toLowerCase().replace(/[\s._#-]{1,4}(?:\d{1,3}|[a-z])$/, '')

/** Whether a role or label, in any supported language, names the assistant in a conversation. */
export const isAssistantRole = (label: string | null): boolean => label !== null && ASSISTANTS.has(alone(label))
