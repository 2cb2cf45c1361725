import {
  body,
  type ChatReply,
  cutOff,
  halfAnAnswer,
  isFiltered,
  refuses,
  reset,
  says,
  silence,
  status,
} from './chat-double.js'

/** What a provider may do instead of answering. */
export const FAULTS: readonly ChatReply[] = [
  ...[refuses, isFiltered, reset, halfAnAnswer, silence, says(''), says('Sure! Here are the facts: {')],
  ...[
    cutOff('{"facts": [{"evidence": [{"turn": 1'),
    body('{"choices": []}'),
    body('{}'),
    body('<html>no</html>', 'text/html'),
  ],
  ...[body('{"choices": [{"message": null}]}'), body('null'), says('{"answer": 42}'), says('[]'), says('null')],
  ...[says('{"facts": [1, "two", null], "verdicts": [1, "two", null]}'), says('{"facts": {}, "verdicts": "none"}')],
  ...[400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 529].map((code) => status(code)),
  status(429, { 'retry-after': '1' }),
  status(503, { 'retry-after': 'soon' }),
]

/** What may stand around an answer. */
export const WRAPPED: readonly ((json: string) => string)[] = [
  (json) => `\`\`\`json\n${json}\n\`\`\``,
  (json) => `Here is what I found:\n${json}\nAnything else?`,
  (json) => `\ufeff ${json} `,
  (json) => `<think>{"facts": []}</think>${json}`,
  (json) => json.slice(0, -1),
  (json) => `${json}${json}`,
]
