/** What to know before the first request. Markdown. */
export const guide = `
Post conversations; palimpsest turns them into memories (short facts), for each
user, if wanted shared among the agents of a workspace, and finds the right ones again.

### Keys

Every path under \`/v1\` takes \`Authorization: Bearer <key>\`. While the service has no key of its own (\`CORE_API_KEY\`),
that is \`local-dev-key\`. The admin key may do all that the standard key may, and what is marked as its own.

### Scope: who asks, and where

Every request about memories is bound to a scope, and there is no way around it.

- Without \`workspace_id\` it is the user's own, personal memories.
- With \`workspace_id\` it is the memories of that workspace, inside the tenancy of the user. Then \`agent_id\`, the agent that
  asks, is required; without it the request is refused.

\`agent_scope\` says whose memories of the workspace a search wants (\`all\`, \`self\`, \`others\`, one agent, several); it never
shows more than the asking agent may see.

### Visibility: who may see what is shared

| \`visibility\` | seen by |
|---|---|
| \`workspace\` (the default) | every agent of the workspace |
| \`agent_only\` | the agent that wrote it |
| \`restricted\` | that agent, and those in \`granted_to\` |

A memory that an agent may not see does not exist for it: it is in no list, no search and no count, and to get or delete
it answers the same as for an id that was never there.

### Reading what you have just written

When a write is answered, the next read through the same process shows it: no sleeping, no polling. A write says in
\`X-Log-Position\` where it stands in the log. Another reader, in another process, can send that as \`X-Min-Position\` and waits
until it is shown; if that takes too long, the answer is 503 with \`Retry-After\`.

### Trying again

A write with an \`Idempotency-Key\` (any text of yours) is carried out once: for a day, the same request with the same key
is answered what it was answered the first time, with \`Idempotency-Replayed: true\`, also after a crash of the service.

### Refusals

\`error\` says what is wrong, for people; a 400 names every fault of the request at once, as \`<field>: <what is wrong>; …\`.
A 503 comes with \`Retry-After\`; that of health says what is down instead. A path that is not described here answers 404,
another method 405 with \`Allow\`, always in JSON. Answers may gain fields; fields of a request that
the service does not know are passed over.
`.trim()
