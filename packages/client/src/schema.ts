/* Made from the OpenAPI document: npm run client-types */
export interface components {
    schemas: {
        IngestBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description The conversation as text; either this or messages. */
            conversation?: string;
            /** @description The conversation by messages, together at most 100,000 characters. */
            messages?: {
                /** @description Who speaks: a role, as `user` and `assistant`, or a name. At most 512 bytes of UTF-8, no control characters. */
                role: string;
                /** @description What was said: a text, a part or a list of parts as the APIs of language models have them, of which the texts count. Images, calls of tools and their results are left out. Null, or absent beside tool_calls, where there is nothing else. */
                content?: string | Record<string, never> | (string | Record<string, never>)[] | null;
                /** @description The same as a list of parts alone, where content holds no words. */
                parts?: (string | {
                    [key: string]: unknown;
                })[];
                /** @description Who speaks. Two names are two speakers; a word for a role, as `bot`, names nobody. */
                name?: string | null;
                /** @description Who speaks, where there is no `name`: a name, or an object with one. */
                sender?: (string | {
                    /** @description What they are called. */
                    name?: string | null;
                    /** @description The same, where there is no `name`. */
                    display_name?: string | null;
                    /** @description Their account, where there is neither. */
                    username?: string | null;
                }) | null;
                /** @description As `sender`, where that names nobody either. */
                author?: (string | {
                    /** @description What they are called. */
                    name?: string | null;
                    /** @description The same, where there is no `name`. */
                    display_name?: string | null;
                    /** @description Their account, where there is neither. */
                    username?: string | null;
                }) | null;
                /** @description By which its client knows it, within a `session_id`. With the same words it is known wherever it stands; with other words it was edited, and what was made of the earlier ones is superseded. */
                id?: string | null;
                /** @description When it was said: the time of its memories and the anchor of its relative dates, in place of `observed_at`. */
                timestamp?: (string | number) | null;
                /** @description A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded. */
                key?: string;
                /** @description Ids of memories that it supersedes, at most 20. */
                replaces?: string[];
                /** @description Calls of tools, as the APIs of language models have them. They are not kept. */
                tool_calls?: unknown[] | null;
            }[];
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description Where it took place. At most 2048 bytes. Default: `""`. */
            source_url?: string;
            /** @description At most 512 bytes of UTF-8, no control characters. A secret in it is replaced by its kind, as `[redacted: password]`, here and wherever it is asked for: both forms find the same. */
            session_id?: string;
            /** @description Which message, or line of text, is the first new one, from 0: those before it are context only. */
            from_turn?: number;
            /** @description When it took place: the anchor of relative dates. */
            observed_at?: string;
            /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
            time_zone?: string;
            /** @description Shown on every memory of it. At most 32 KiB, 64 levels. Default: `{}`. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Who in the workspace may read it; workspace if absent.
             * @enum {string}
             */
            visibility?: "workspace" | "agent_only" | "restricted";
            /** @description With visibility restricted: who may read it besides its owner. */
            granted_to?: string[];
            /** @description Whether other memories of the owner with the same words and key stay as they are: for one event among equals. */
            only_this?: boolean;
            /** @description A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded. */
            key?: string;
            /** @description Ids of memories that it supersedes, at most 20. */
            replaces?: string[];
            /** @description Answers 202 as soon as the turns are stored. With a language model facts are derived of them later, also after a restart: GET /v1/memories/episodes/{id} tells how far that is. Default: `false`. */
            async?: boolean;
        };
        IngestQuickBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description The conversation as text; either this or messages. */
            conversation?: string;
            /** @description The conversation by messages, together at most 100,000 characters. */
            messages?: {
                /** @description Who speaks: a role, as `user` and `assistant`, or a name. At most 512 bytes of UTF-8, no control characters. */
                role: string;
                /** @description What was said: a text, a part or a list of parts as the APIs of language models have them, of which the texts count. Images, calls of tools and their results are left out. Null, or absent beside tool_calls, where there is nothing else. */
                content?: string | Record<string, never> | (string | Record<string, never>)[] | null;
                /** @description The same as a list of parts alone, where content holds no words. */
                parts?: (string | {
                    [key: string]: unknown;
                })[];
                /** @description Who speaks. Two names are two speakers; a word for a role, as `bot`, names nobody. */
                name?: string | null;
                /** @description Who speaks, where there is no `name`: a name, or an object with one. */
                sender?: (string | {
                    /** @description What they are called. */
                    name?: string | null;
                    /** @description The same, where there is no `name`. */
                    display_name?: string | null;
                    /** @description Their account, where there is neither. */
                    username?: string | null;
                }) | null;
                /** @description As `sender`, where that names nobody either. */
                author?: (string | {
                    /** @description What they are called. */
                    name?: string | null;
                    /** @description The same, where there is no `name`. */
                    display_name?: string | null;
                    /** @description Their account, where there is neither. */
                    username?: string | null;
                }) | null;
                /** @description By which its client knows it, within a `session_id`. With the same words it is known wherever it stands; with other words it was edited, and what was made of the earlier ones is superseded. */
                id?: string | null;
                /** @description When it was said: the time of its memories and the anchor of its relative dates, in place of `observed_at`. */
                timestamp?: (string | number) | null;
                /** @description A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded. */
                key?: string;
                /** @description Ids of memories that it supersedes, at most 20. */
                replaces?: string[];
                /** @description Calls of tools, as the APIs of language models have them. They are not kept. */
                tool_calls?: unknown[] | null;
            }[];
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description Where it took place. At most 2048 bytes. Default: `""`. */
            source_url?: string;
            /** @description At most 512 bytes of UTF-8, no control characters. A secret in it is replaced by its kind, as `[redacted: password]`, here and wherever it is asked for: both forms find the same. */
            session_id?: string;
            /** @description Which message, or line of text, is the first new one, from 0: those before it are context only. */
            from_turn?: number;
            /** @description When it took place: the anchor of relative dates. */
            observed_at?: string;
            /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
            time_zone?: string;
            /** @description Shown on every memory of it. At most 32 KiB, 64 levels. Default: `{}`. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Who in the workspace may read it; workspace if absent.
             * @enum {string}
             */
            visibility?: "workspace" | "agent_only" | "restricted";
            /** @description With visibility restricted: who may read it besides its owner. */
            granted_to?: string[];
            /** @description Whether other memories of the owner with the same words and key stay as they are: for one event among equals. */
            only_this?: boolean;
            /** @description A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded. */
            key?: string;
            /** @description Ids of memories that it supersedes, at most 20. */
            replaces?: string[];
            /** @description The whole text becomes one memory, verbatim. Default: `false`. */
            skip_extraction?: boolean;
        };
        PreviewIngestBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description The conversation as text; either this or messages. */
            conversation?: string;
            /** @description The conversation by messages, together at most 100,000 characters. */
            messages?: {
                /** @description Who speaks: a role, as `user` and `assistant`, or a name. At most 512 bytes of UTF-8, no control characters. */
                role: string;
                /** @description What was said: a text, a part or a list of parts as the APIs of language models have them, of which the texts count. Images, calls of tools and their results are left out. Null, or absent beside tool_calls, where there is nothing else. */
                content?: string | Record<string, never> | (string | Record<string, never>)[] | null;
                /** @description The same as a list of parts alone, where content holds no words. */
                parts?: (string | {
                    [key: string]: unknown;
                })[];
                /** @description Who speaks. Two names are two speakers; a word for a role, as `bot`, names nobody. */
                name?: string | null;
                /** @description Who speaks, where there is no `name`: a name, or an object with one. */
                sender?: (string | {
                    /** @description What they are called. */
                    name?: string | null;
                    /** @description The same, where there is no `name`. */
                    display_name?: string | null;
                    /** @description Their account, where there is neither. */
                    username?: string | null;
                }) | null;
                /** @description As `sender`, where that names nobody either. */
                author?: (string | {
                    /** @description What they are called. */
                    name?: string | null;
                    /** @description The same, where there is no `name`. */
                    display_name?: string | null;
                    /** @description Their account, where there is neither. */
                    username?: string | null;
                }) | null;
                /** @description By which its client knows it, within a `session_id`. With the same words it is known wherever it stands; with other words it was edited, and what was made of the earlier ones is superseded. */
                id?: string | null;
                /** @description When it was said: the time of its memories and the anchor of its relative dates, in place of `observed_at`. */
                timestamp?: (string | number) | null;
                /** @description A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded. */
                key?: string;
                /** @description Ids of memories that it supersedes, at most 20. */
                replaces?: string[];
                /** @description Calls of tools, as the APIs of language models have them. They are not kept. */
                tool_calls?: unknown[] | null;
            }[];
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description Where it took place. At most 2048 bytes. Default: `""`. */
            source_url?: string;
            /** @description At most 512 bytes of UTF-8, no control characters. A secret in it is replaced by its kind, as `[redacted: password]`, here and wherever it is asked for: both forms find the same. */
            session_id?: string;
            /** @description Which message, or line of text, is the first new one, from 0: those before it are context only. */
            from_turn?: number;
            /** @description When it took place: the anchor of relative dates. */
            observed_at?: string;
            /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
            time_zone?: string;
            /** @description Shown on every memory of it. At most 32 KiB, 64 levels. Default: `{}`. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Who in the workspace may read it; workspace if absent.
             * @enum {string}
             */
            visibility?: "workspace" | "agent_only" | "restricted";
            /** @description With visibility restricted: who may read it besides its owner. */
            granted_to?: string[];
            /** @description Whether other memories of the owner with the same words and key stay as they are: for one event among equals. */
            only_this?: boolean;
            /** @description A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded. */
            key?: string;
            /** @description Ids of memories that it supersedes, at most 20. */
            replaces?: string[];
        };
        IngestBatchBody: {
            /** @description The requests of as many ingests, together at most 2 MiB; skip_extraction counts with quick only. */
            conversations: {
                /** @description Whose memories. */
                user_id: string;
                /** @description The workspace inside the tenancy of the user. Requires agent_id. */
                workspace_id?: string;
                /** @description The agent that asks. */
                agent_id?: string;
                /** @description The conversation as text; either this or messages. */
                conversation?: string;
                /** @description The conversation by messages, together at most 100,000 characters. */
                messages?: {
                    /** @description Who speaks: a role, as `user` and `assistant`, or a name. At most 512 bytes of UTF-8, no control characters. */
                    role: string;
                    /** @description What was said: a text, a part or a list of parts as the APIs of language models have them, of which the texts count. Images, calls of tools and their results are left out. Null, or absent beside tool_calls, where there is nothing else. */
                    content?: string | Record<string, never> | (string | Record<string, never>)[] | null;
                    /** @description The same as a list of parts alone, where content holds no words. */
                    parts?: (string | {
                        [key: string]: unknown;
                    })[];
                    /** @description Who speaks. Two names are two speakers; a word for a role, as `bot`, names nobody. */
                    name?: string | null;
                    /** @description Who speaks, where there is no `name`: a name, or an object with one. */
                    sender?: (string | {
                        /** @description What they are called. */
                        name?: string | null;
                        /** @description The same, where there is no `name`. */
                        display_name?: string | null;
                        /** @description Their account, where there is neither. */
                        username?: string | null;
                    }) | null;
                    /** @description As `sender`, where that names nobody either. */
                    author?: (string | {
                        /** @description What they are called. */
                        name?: string | null;
                        /** @description The same, where there is no `name`. */
                        display_name?: string | null;
                        /** @description Their account, where there is neither. */
                        username?: string | null;
                    }) | null;
                    /** @description By which its client knows it, within a `session_id`. With the same words it is known wherever it stands; with other words it was edited, and what was made of the earlier ones is superseded. */
                    id?: string | null;
                    /** @description When it was said: the time of its memories and the anchor of its relative dates, in place of `observed_at`. */
                    timestamp?: (string | number) | null;
                    /** @description A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded. */
                    key?: string;
                    /** @description Ids of memories that it supersedes, at most 20. */
                    replaces?: string[];
                    /** @description Calls of tools, as the APIs of language models have them. They are not kept. */
                    tool_calls?: unknown[] | null;
                }[];
                /** @description The platform that it comes from. */
                source_site: string;
                /** @description Where it took place. At most 2048 bytes. Default: `""`. */
                source_url?: string;
                /** @description At most 512 bytes of UTF-8, no control characters. A secret in it is replaced by its kind, as `[redacted: password]`, here and wherever it is asked for: both forms find the same. */
                session_id?: string;
                /** @description Which message, or line of text, is the first new one, from 0: those before it are context only. */
                from_turn?: number;
                /** @description When it took place: the anchor of relative dates. */
                observed_at?: string;
                /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
                time_zone?: string;
                /** @description Shown on every memory of it. At most 32 KiB, 64 levels. Default: `{}`. */
                metadata?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Who in the workspace may read it; workspace if absent.
                 * @enum {string}
                 */
                visibility?: "workspace" | "agent_only" | "restricted";
                /** @description With visibility restricted: who may read it besides its owner. */
                granted_to?: string[];
                /** @description Whether other memories of the owner with the same words and key stay as they are: for one event among equals. */
                only_this?: boolean;
                /** @description A slot of your own naming, at most 512 bytes: its newest statement is in force, the one before is superseded. */
                key?: string;
                /** @description Ids of memories that it supersedes, at most 20. */
                replaces?: string[];
                /** @description The whole text becomes one memory, verbatim. Default: `false`. */
                skip_extraction?: boolean;
            }[];
            /**
             * @description As which of the two ingests each is taken in. Default: `"full"`.
             * @enum {string}
             */
            mode?: "full" | "quick";
        };
        SearchBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description What to look for. Of more than 10,000 characters the first and last 2,000 are searched. */
            query: string;
            /** @description Only memories from this platform. */
            source_site?: string;
            /** @description How many memories at most; the server's maximum if absent. */
            limit?: number;
            /** @description Only this namespace and everything below it. */
            namespace_scope?: string;
            /** @description Only memories whose metadata pass: under each key a value, or conditions on it. */
            metadata?: components["schemas"]["MetadataFilter"];
            /** @description Only what was said in this session. */
            session_id?: string;
            /**
             * @description Only memories of this type.
             * @enum {string}
             */
            memory_type?: "semantic" | "episodic" | "procedural" | "composite";
            /** @description Only what was observed at this time or later. A date is a day where it was said, by `observed_offset`. */
            from?: string;
            /** @description Only what was observed at this time or earlier; a date includes its day. */
            to?: string;
            /** @description Only memories whose writer has given them this key. */
            key?: string;
            /** @description Only memories about this subject, in any case of letters. */
            subject?: string;
            /** @description Only what was said, or is valid, in this time; beside `from` and `to` both apply. */
            time_window?: {
                /** @description At this time or later. */
                from?: string;
                /** @description At this time or earlier; a date includes its day. */
                to?: string;
                /**
                 * @description Whose time: observed, when it was said; valid, when a fact holds, and when all else was said. Default: `"observed"`.
                 * @enum {string}
                 */
                of?: "observed" | "valid";
            };
            /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
            time_zone?: string;
            /** @description Whose memories of the workspace: all, self, others, one agent id or several. No effect without a workspace. */
            agent_scope?: string | string[];
            /** @description The least similarity of what matches no word. */
            threshold?: number;
            /** @description Leave out what holds no longer, so that what matches next takes its place: what has `outdated_by`, and what loses against a memory that contradicts it. Without effect where the query asks for the past or names a date. Default: `false`. */
            current_only?: boolean;
            /** @description Behind each memory that is found comes what it directly took the place of, with `outdated_by`; corrections of errors aside. A query for what was before does the same. Default: `false`. */
            include_superseded?: boolean;
            /** @description The least `score` of a memory in the answer. */
            min_score?: number;
            /**
             * @description What goes into `injection_text`: `best`, the default, leaves out lines far weaker than the best, and wishes, thanks and offers; `all` takes every memory of the answer, as far as `token_budget` goes.
             * @enum {string}
             */
            packed?: "best" | "all";
            /** @description Tell how the answer came about. Default: `false`. */
            trace?: boolean;
            /** @description What the store knew at that time, in the words of then; what was erased since is never shown. */
            as_of?: string;
            /**
             * @description How injection_text shows memories: flat, all in full; tiered, the best in full and more as overview or headline; abstract-aware, in full only what answers. Default: `"flat"`.
             * @enum {string}
             */
            retrieval_mode?: "flat" | "tiered" | "abstract-aware";
            /** @description The most tokens that injection_text may hold. Default: `2000`. */
            token_budget?: number;
        };
        /** @description All entries have to hold. Under a key: a value, or conditions on it. Under `all` and `any`: a list of such filters. Under `not`: one that no telling which the caller may read passes. A list in metadata passes by any of its members. At most 16 conditions, within three of these words. */
        MetadataFilter: {
            [key: string]: (string | number | boolean | null) | components["schemas"]["MetadataConditions"] | components["schemas"]["MetadataFilter"] | components["schemas"]["MetadataFilter"][];
        };
        /** @description All have to hold, of one member where the value is a list. `gt`, `gte`, `lt` and `lte` compare numbers with numbers, and dates with ISO 8601 dates: a day is compared with the day as it is written, a time with the time, in UTC where it names no place. `exists: false` and `not` are asked of all tellings. */
        MetadataConditions: {
            /** @description The value, or a member where it is a list, is one of these. */
            in?: (string | number | boolean | null)[];
            /** @description It is greater than this number, or later than this ISO 8601 date or time. */
            gt?: string | number;
            /** @description It is not less than this number, or not earlier than this date or time. */
            gte?: string | number;
            /** @description It is less than this number, or earlier than this date or time. */
            lt?: string | number;
            /** @description It is not greater than this number, or not later than this date or time. */
            lte?: string | number;
            /** @description Whether there is a value. */
            exists?: boolean;
            /** @description No telling of the memory that the caller may read has a value that passes this. */
            not?: (string | number | boolean | null) | components["schemas"]["MetadataConditions"];
        };
        SearchFastBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description What to look for. Of more than 10,000 characters the first and last 2,000 are searched. */
            query: string;
            /** @description Only memories from this platform. */
            source_site?: string;
            /** @description How many memories at most; the server's maximum if absent. */
            limit?: number;
            /** @description Only this namespace and everything below it. */
            namespace_scope?: string;
            /** @description Only memories whose metadata pass: under each key a value, or conditions on it. */
            metadata?: components["schemas"]["MetadataFilter"];
            /** @description Only what was said in this session. */
            session_id?: string;
            /**
             * @description Only memories of this type.
             * @enum {string}
             */
            memory_type?: "semantic" | "episodic" | "procedural" | "composite";
            /** @description Only what was observed at this time or later. A date is a day where it was said, by `observed_offset`. */
            from?: string;
            /** @description Only what was observed at this time or earlier; a date includes its day. */
            to?: string;
            /** @description Only memories whose writer has given them this key. */
            key?: string;
            /** @description Only memories about this subject, in any case of letters. */
            subject?: string;
            /** @description Only what was said, or is valid, in this time; beside `from` and `to` both apply. */
            time_window?: {
                /** @description At this time or later. */
                from?: string;
                /** @description At this time or earlier; a date includes its day. */
                to?: string;
                /**
                 * @description Whose time: observed, when it was said; valid, when a fact holds, and when all else was said. Default: `"observed"`.
                 * @enum {string}
                 */
                of?: "observed" | "valid";
            };
            /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
            time_zone?: string;
            /** @description Whose memories of the workspace: all, self, others, one agent id or several. No effect without a workspace. */
            agent_scope?: string | string[];
            /** @description The least similarity of what matches no word. */
            threshold?: number;
            /** @description Leave out what holds no longer, so that what matches next takes its place: what has `outdated_by`, and what loses against a memory that contradicts it. Without effect where the query asks for the past or names a date. Default: `false`. */
            current_only?: boolean;
            /** @description Behind each memory that is found comes what it directly took the place of, with `outdated_by`; corrections of errors aside. A query for what was before does the same. Default: `false`. */
            include_superseded?: boolean;
            /** @description The least `score` of a memory in the answer. */
            min_score?: number;
            /**
             * @description What goes into `injection_text`: `best`, the default, leaves out lines far weaker than the best, and wishes, thanks and offers; `all` takes every memory of the answer, as far as `token_budget` goes.
             * @enum {string}
             */
            packed?: "best" | "all";
            /** @description Tell how the answer came about. Default: `false`. */
            trace?: boolean;
        };
        ExplainSearchBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description What to look for. Of more than 10,000 characters the first and last 2,000 are searched. */
            query: string;
            /** @description Only memories from this platform. */
            source_site?: string;
            /** @description How many memories at most; the server's maximum if absent. */
            limit?: number;
            /** @description Only this namespace and everything below it. */
            namespace_scope?: string;
            /** @description Only memories whose metadata pass: under each key a value, or conditions on it. */
            metadata?: components["schemas"]["MetadataFilter"];
            /** @description Only what was said in this session. */
            session_id?: string;
            /**
             * @description Only memories of this type.
             * @enum {string}
             */
            memory_type?: "semantic" | "episodic" | "procedural" | "composite";
            /** @description Only what was observed at this time or later. A date is a day where it was said, by `observed_offset`. */
            from?: string;
            /** @description Only what was observed at this time or earlier; a date includes its day. */
            to?: string;
            /** @description Only memories whose writer has given them this key. */
            key?: string;
            /** @description Only memories about this subject, in any case of letters. */
            subject?: string;
            /** @description Only what was said, or is valid, in this time; beside `from` and `to` both apply. */
            time_window?: {
                /** @description At this time or later. */
                from?: string;
                /** @description At this time or earlier; a date includes its day. */
                to?: string;
                /**
                 * @description Whose time: observed, when it was said; valid, when a fact holds, and when all else was said. Default: `"observed"`.
                 * @enum {string}
                 */
                of?: "observed" | "valid";
            };
            /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
            time_zone?: string;
            /** @description Whose memories of the workspace: all, self, others, one agent id or several. No effect without a workspace. */
            agent_scope?: string | string[];
            /** @description The least similarity of what matches no word. */
            threshold?: number;
            /** @description Leave out what holds no longer, so that what matches next takes its place: what has `outdated_by`, and what loses against a memory that contradicts it. Without effect where the query asks for the past or names a date. Default: `false`. */
            current_only?: boolean;
            /** @description Behind each memory that is found comes what it directly took the place of, with `outdated_by`; corrections of errors aside. A query for what was before does the same. Default: `false`. */
            include_superseded?: boolean;
            /** @description The least `score` of a memory in the answer. */
            min_score?: number;
            /**
             * @description What goes into `injection_text`: `best`, the default, leaves out lines far weaker than the best, and wishes, thanks and offers; `all` takes every memory of the answer, as far as `token_budget` goes.
             * @enum {string}
             */
            packed?: "best" | "all";
            /** @description Tell how the answer came about. Default: `false`. */
            trace?: boolean;
            /** @description What the store knew at that time, in the words of then; what was erased since is never shown. */
            as_of?: string;
            /**
             * @description How injection_text shows memories: flat, all in full; tiered, the best in full and more as overview or headline; abstract-aware, in full only what answers. Default: `"flat"`.
             * @enum {string}
             */
            retrieval_mode?: "flat" | "tiered" | "abstract-aware";
            /** @description The most tokens that injection_text may hold. Default: `2000`. */
            token_budget?: number;
            /**
             * Format: uuid
             * @description The memory to follow.
             */
            memory_id: string;
            /**
             * @description Which search it is about. Default: `"full"`.
             * @enum {string}
             */
            mode?: "full" | "fast";
        };
        ExpandMemoriesBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description Which memories, in which order. */
            memory_ids: string[];
        };
        ReportLessonBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description What to mind, in a sentence. It warns a search whose query, or a memory of whose answer, is near to it. */
            pattern: string;
            /** @description The memories that it went wrong with. Those that the caller does not see are left out. */
            source_memory_ids: string[];
            /**
             * @description From `high` on it makes an answer unsafe; `critical` keeps its source memories out of answers. Default: `"high"`.
             * @enum {string}
             */
            severity?: "low" | "medium" | "high" | "critical";
            /**
             * @description What it arose from. Default: `"user_reported"`.
             * @enum {string}
             */
            lesson_type?: "user_reported" | "injection_blocked" | "contradiction_pattern" | "consensus_violation";
            /** @description What was said or done. */
            wrong?: string;
            /** @description What would have been right. */
            right?: string;
        };
        UpdateMemoryBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description What it says from now on, verbatim; what follows from the words follows. */
            content?: string;
            /** @description Replaces the memory's own; that of the conversation stays. At most 32 KiB, 64 levels. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description How much it matters, from 0 to 1. */
            importance?: number;
            /** @description Whether other memories of the owner with the same words and key stay as they are: for one event among equals. */
            only_this?: boolean;
        };
        RestoreMemoryBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description The version whose words it is to have. */
            version: number;
            /** @description Whether other memories of the owner with the same words and key stay as they are: for one event among equals. */
            only_this?: boolean;
        };
        ShareMemoryBody: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace that it is in. */
            workspace_id: string;
            /** @description The agent that owns it. */
            agent_id: string;
            /**
             * @description Who in the workspace may read it.
             * @enum {string}
             */
            visibility: "workspace" | "agent_only" | "restricted";
            /** @description With visibility restricted: who may read it besides its owner. */
            granted_to?: string[];
            /** @description Whether other memories of the owner with the same words and key stay as they are: for one event among equals. */
            only_this?: boolean;
        };
        AutoResolveConflictsBody: {
            /** @description Whose agents. */
            user_id: string;
        };
        ResolveConflictBody: {
            /** @description Whose agents. Without it the id alone finds the conflict. */
            user_id?: string;
            /** @description The workspace of an agent that resolves it; it has to see both memories. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that resolves it. */
            agent_id?: string;
            /**
             * @description How.
             * @enum {string}
             */
            resolution: "resolved_new" | "resolved_existing" | "resolved_both";
            /** @description The version of the existing memory that was seen. */
            existing_version?: number;
            /** @description The version of the new memory that was seen. */
            new_version?: number;
        };
        SetAgentTrustBody: {
            /** @description Whose agent it is. */
            user_id: string;
            /** @description The agent that is or may be trusted. */
            agent_id: string;
            /** @description 0: not at all; 0.5: as an agent of which nothing is set; 1: fully. */
            trust_level: number;
            /** @description What people call it. Left out: it keeps its name. */
            display_name?: string;
        };
        TurnConfigBody: {
            /** @description Least similarity of a result that matches no word of the query. */
            similarity_threshold?: number;
            /** @description Least similarity of what a language model holds a new fact against. */
            audn_candidate_threshold?: number;
            /** @description Confidence below which a verdict of a language model replaces nothing. */
            clarification_conflict_threshold?: number;
            /** @description Results of a search that asks for no limit. */
            max_search_results?: number;
        };
        /** @description Why not. */
        Refusal: {
            /** @description What is wrong, for people. */
            error: string;
        };
        /** @description What this is, and where to look next. */
        Greeting: {
            /** @description What this is. */
            name: string;
            /** @description The version of the service. */
            version: string;
            /** @description Where to ask how the service is. */
            health: string;
            /** @description Where the description for people is. */
            docs: string;
        };
        /** @description A fault of ours. `request_id` finds it in the log. */
        Failure: {
            /** @description What is wrong, for people. */
            error: string;
            /** @description The request's id in the log of the service. */
            request_id: string;
        };
        /** @description Not now: the same request may succeed after `Retry-After` seconds. */
        Unavailable: {
            /** @description What is wrong, for people. */
            error: string;
            /** @description What exactly, and what to do. */
            detail?: string;
            /**
             * @description The same request may succeed later.
             * @constant
             */
            retryable?: true;
            /**
             * @description That something is down.
             * @constant
             */
            status?: "degraded";
            /** @description Why, or what is down. */
            reason?: string;
        };
        /** @description All is well, or only some users are parked. */
        Health: {
            /**
             * @description `ok`, or `attention` while users are parked: all others are served.
             * @enum {string}
             */
            status: "ok" | "attention";
            /** @description Events that the read models lack; null while the log does not tell or is not the one that they were built from, and in EventStoreDB, where it is only known whether they lack any (0: none). */
            lag: number | null;
            /** @description Where the read models are in the log. */
            position: string;
            /** @description Where the log ends, as it said last; null while it has not. */
            end: string | null;
            /** @description How long ago the log said so, in milliseconds. Health never waits long for the log. */
            end_age_ms: number | null;
            /** @description How often an EventStoreDB has sent this process back to reading, as more came at once than it keeps for a subscriber. Normal after large ingests. */
            overruns: number;
            /**
             * @description What brings the read models up to date does this now.
             * @enum {string}
             */
            projector: "building" | "running" | "retrying" | "stopped";
            /** @description Users set aside because an event of theirs cannot be applied: their writes are refused. */
            parked: number;
            /** @description The embedding model that answers requests. */
            embedding: {
                /** @description The name of the embedding model. */
                model: string;
                /** @description The length of its vectors. */
                dimensions: number;
                /** @description The model that the store is being changed to or was changed from; null: no change is under way. */
                beside: {
                    /** @description The name of the embedding model. */
                    model: string;
                    /** @description The length of its vectors. */
                    dimensions: number;
                    /** @description Events that its read models lack and those that answer have; null like the lag above. */
                    lag: number | null;
                } | null;
            };
            /** @description The servers that searches ask. While one is away searches do without, and the service is well. */
            providers: {
                /**
                 * @description What it is asked for.
                 * @enum {string}
                 */
                provider: "embedding" | "reranker" | "llm";
                /**
                 * @description Whether its last answer was good; `ok` where none was asked for.
                 * @enum {string}
                 */
                status: "ok" | "degraded";
                /** @description Since when it has failed; null while it is well. */
                since: string | null;
                /** @description How it failed last. */
                detail: string | null;
            }[];
        };
        /** @description Something is down. */
        Degraded: {
            /**
             * @description In what state it is.
             * @constant
             */
            status: "degraded";
            /** @description What is down, and what to do. */
            reason: string;
            /** @description Events that the read models lack; null while the log does not tell or is not the one that they were built from, and in EventStoreDB, where it is only known whether they lack any (0: none). */
            lag: number | null;
            /** @description Where the read models are in the log. */
            position: string;
            /** @description Where the log ends, as it said last; null while it has not. */
            end: string | null;
            /** @description How long ago the log said so, in milliseconds. Health never waits long for the log. */
            end_age_ms: number | null;
            /** @description How often an EventStoreDB has sent this process back to reading, as more came at once than it keeps for a subscriber. Normal after large ingests. */
            overruns: number;
            /**
             * @description What brings the read models up to date does this now.
             * @enum {string}
             */
            projector: "building" | "running" | "retrying" | "stopped";
            /** @description Users set aside because an event of theirs cannot be applied: their writes are refused. */
            parked: number;
            /** @description The embedding model that answers requests. */
            embedding: {
                /** @description The name of the embedding model. */
                model: string;
                /** @description The length of its vectors. */
                dimensions: number;
                /** @description The model that the store is being changed to or was changed from; null: no change is under way. */
                beside: {
                    /** @description The name of the embedding model. */
                    model: string;
                    /** @description The length of its vectors. */
                    dimensions: number;
                    /** @description Events that its read models lack and those that answer have; null like the lag above. */
                    lag: number | null;
                } | null;
            };
            /** @description The servers that searches ask. While one is away searches do without, and the service is well. */
            providers: {
                /**
                 * @description What it is asked for.
                 * @enum {string}
                 */
                provider: "embedding" | "reranker" | "llm";
                /**
                 * @description Whether its last answer was good; `ok` where none was asked for.
                 * @enum {string}
                 */
                status: "ok" | "degraded";
                /** @description Since when it has failed; null while it is well. */
                since: string | null;
                /** @description How it failed last. */
                detail: string | null;
            }[];
        };
        /** @description The process serves; asked of `ready`: reads are served. */
        Serving: {
            /**
             * @description `ok`, or `unavailable` while reads are not served.
             * @constant
             */
            status: "ok";
        };
        /** @description Reads are not served. */
        NotServing: {
            /**
             * @description `ok`, or `unavailable` while reads are not served.
             * @constant
             */
            status: "unavailable";
            /** @description Why reads are not served. */
            reason: string;
        };
        /** @description All is well, under these settings. */
        HealthWithConfig: {
            /**
             * @description `ok`, or `attention` while users are parked: all others are served.
             * @enum {string}
             */
            status: "ok" | "attention";
            /** @description Events that the read models lack; null while the log does not tell or is not the one that they were built from, and in EventStoreDB, where it is only known whether they lack any (0: none). */
            lag: number | null;
            /** @description Where the read models are in the log. */
            position: string;
            /** @description Where the log ends, as it said last; null while it has not. */
            end: string | null;
            /** @description How long ago the log said so, in milliseconds. Health never waits long for the log. */
            end_age_ms: number | null;
            /** @description How often an EventStoreDB has sent this process back to reading, as more came at once than it keeps for a subscriber. Normal after large ingests. */
            overruns: number;
            /**
             * @description What brings the read models up to date does this now.
             * @enum {string}
             */
            projector: "building" | "running" | "retrying" | "stopped";
            /** @description Users set aside because an event of theirs cannot be applied: their writes are refused. */
            parked: number;
            /** @description The embedding model that answers requests. */
            embedding: {
                /** @description The name of the embedding model. */
                model: string;
                /** @description The length of its vectors. */
                dimensions: number;
                /** @description The model that the store is being changed to or was changed from; null: no change is under way. */
                beside: {
                    /** @description The name of the embedding model. */
                    model: string;
                    /** @description The length of its vectors. */
                    dimensions: number;
                    /** @description Events that its read models lack and those that answer have; null like the lag above. */
                    lag: number | null;
                } | null;
            };
            /** @description The servers that searches ask. While one is away searches do without, and the service is well. */
            providers: {
                /**
                 * @description What it is asked for.
                 * @enum {string}
                 */
                provider: "embedding" | "reranker" | "llm";
                /**
                 * @description Whether its last answer was good; `ok` where none was asked for.
                 * @enum {string}
                 */
                status: "ok" | "degraded";
                /** @description Since when it has failed; null while it is well. */
                since: string | null;
                /** @description How it failed last. */
                detail: string | null;
            }[];
            config: components["schemas"]["ConfigSnapshot"];
        };
        /** @description The settings in force, without secrets. */
        ConfigSnapshot: {
            /**
             * @description Preset of depth and diversity of a search. Has no effect yet.
             * @enum {string}
             */
            retrieval_profile: "safe" | "balanced" | "quality";
            /** @description Where embeddings come from. */
            embedding_provider: string;
            /** @description The model that embeds. */
            embedding_model: string;
            /** @description The length of its vectors. */
            embedding_dimensions: number;
            /** @description Where a language model is; `none`: rules do without. */
            llm_provider: string;
            /** @description The language model. */
            llm_model: string;
            /** @description Least similarity (0 to 1) of a result that matches no word of the query. */
            similarity_threshold: number;
            /** @description Least similarity (0 to 1) of memories that a language model holds a new fact against. */
            audn_candidate_threshold: number;
            /** @description Confidence (0 to 1) below which a verdict of a language model replaces nothing. */
            clarification_conflict_threshold: number;
            /** @description Number of results of a search that asks for no `limit`. */
            max_search_results: number;
            /** @description Where the log is. */
            event_store: string;
            /** @description Where the read models are. */
            database: string;
        };
        /** @description The key is missing or unknown, or may not do this. */
        KeyRefusal: {
            /**
             * @description What is wrong, for people.
             * @enum {string}
             */
            error: "UNAUTHORIZED" | "FORBIDDEN";
            /** @description What is wrong with the key, for people. */
            message: string;
        };
        /** @description Something is down, under these settings. */
        DegradedWithConfig: {
            /**
             * @description In what state it is.
             * @constant
             */
            status: "degraded";
            /** @description What is down, and what to do. */
            reason: string;
            /** @description Events that the read models lack; null while the log does not tell or is not the one that they were built from, and in EventStoreDB, where it is only known whether they lack any (0: none). */
            lag: number | null;
            /** @description Where the read models are in the log. */
            position: string;
            /** @description Where the log ends, as it said last; null while it has not. */
            end: string | null;
            /** @description How long ago the log said so, in milliseconds. Health never waits long for the log. */
            end_age_ms: number | null;
            /** @description How often an EventStoreDB has sent this process back to reading, as more came at once than it keeps for a subscriber. Normal after large ingests. */
            overruns: number;
            /**
             * @description What brings the read models up to date does this now.
             * @enum {string}
             */
            projector: "building" | "running" | "retrying" | "stopped";
            /** @description Users set aside because an event of theirs cannot be applied: their writes are refused. */
            parked: number;
            /** @description The embedding model that answers requests. */
            embedding: {
                /** @description The name of the embedding model. */
                model: string;
                /** @description The length of its vectors. */
                dimensions: number;
                /** @description The model that the store is being changed to or was changed from; null: no change is under way. */
                beside: {
                    /** @description The name of the embedding model. */
                    model: string;
                    /** @description The length of its vectors. */
                    dimensions: number;
                    /** @description Events that its read models lack and those that answer have; null like the lag above. */
                    lag: number | null;
                } | null;
            };
            /** @description The servers that searches ask. While one is away searches do without, and the service is well. */
            providers: {
                /**
                 * @description What it is asked for.
                 * @enum {string}
                 */
                provider: "embedding" | "reranker" | "llm";
                /**
                 * @description Whether its last answer was good; `ok` where none was asked for.
                 * @enum {string}
                 */
                status: "ok" | "degraded";
                /** @description Since when it has failed; null while it is well. */
                since: string | null;
                /** @description How it failed last. */
                detail: string | null;
            }[];
            config: components["schemas"]["ConfigSnapshot"];
        };
        /** @description An OpenAPI 3.1 document. */
        OpenApiDocument: {
            /** @description The version of OpenAPI that this is written in. */
            openapi: string;
            /** @description What is described: title, version, licence. */
            info: {
                [key: string]: unknown;
            };
            /** @description The operations, by path and method. */
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description `factsExtracted` is the sum of the four counts after it; duplicates are in none of these. A conversation of nothing but duplicates answers zeros and no `memoryIds`, and so does one whose turns were all told before: its `episodeId` is that of the episode which holds the last of them. */
        IngestResult: {
            /**
             * Format: uuid
             * @description The conversation, as the log keeps it.
             */
            episodeId: string;
            /** @description Facts that the conversation holds. */
            factsExtracted: number;
            /** @description Memories that are new. */
            memoriesStored: number;
            /** @description Rewritten, or superseded by a new memory. */
            memoriesUpdated: number;
            /** @description Requests to forget that were carried out. */
            memoriesDeleted: number;
            /** @description Blocked, or implied already. */
            memoriesSkipped: number;
            /** @description Facts that were known already, in the same words. */
            duplicates: number;
            /** @description Links to memories that are alike. */
            linksCreated: number;
            /** @description Memories made of several others. */
            compositesCreated: number;
            /** @description Turns that were told before: nothing was done with them. */
            knownTurns: number;
            /** @description The memories stored or updated. */
            memoryIds: string[];
            /** @description What became of each fact, in the order of the conversation; of a quick ingest only of requests to forget. */
            outcomes?: {
                /**
                 * Format: uuid
                 * @description The memory that was stored; of a fact that was not, the one that it is about.
                 */
                memoryId: string;
                /**
                 * @description What became of it.
                 * @enum {string}
                 */
                outcome: "stored" | "updated" | "deleted" | "skipped";
                /**
                 * @description Why; `new`: nothing that is known is about the same.
                 * @enum {string}
                 */
                reason: "new" | "new_value" | "correction" | "replaced" | "same_key" | "negated" | "ended" | "returned" | "late_value" | "same_fact" | "more_precise" | "below_threshold" | "other_owner" | "fewer_readers" | "several_possible" | "disjoint_validity" | "says_more" | "model_said_so" | "forgotten" | "forget_unclear" | "nothing_alike" | "steering_suspected" | "came_back" | "too_many";
                /** @description The memories that are no longer in force because of it; of `forget_unclear`, those that may be meant. */
                replaces: string[];
            }[];
            /** @description Contradictions with other agents of the workspace; absent where there are none. */
            conflicts?: {
                /**
                 * Format: uuid
                 * @description The id of the conflict.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The new memory: it waits, and no search finds it.
                 */
                memoryId: string;
                /**
                 * Format: uuid
                 * @description The memory of the other agent.
                 */
                with: string;
                /**
                 * @description Why they contradict each other.
                 * @enum {string}
                 */
                reason: "new_value" | "correction" | "replaced" | "same_key" | "negated" | "ended" | "returned" | "late_value" | "same_fact" | "more_precise" | "below_threshold" | "other_owner" | "fewer_readers" | "several_possible" | "disjoint_validity" | "says_more" | "model_said_so" | "forgotten" | "forget_unclear" | "nothing_alike" | "steering_suspected" | "came_back" | "too_many";
                /**
                 * @description What trust and age speak for; both, where only a part of the other memory is contradicted.
                 * @enum {string}
                 */
                suggested: "resolved_new" | "resolved_existing" | "resolved_both";
            }[];
            /** @description What else was said by the memories that were replaced or corrected, and holds no longer either; absent where that is nothing. To keep a statement, ingest it anew. */
            also_lost?: string[];
            /** @description The memories that it was about: the one that was named first, then others of its owner with the same words. Of an ingest: those that it superseded, or deleted because that was asked for; absent where there are none. */
            ids?: string[];
            /** @description Memories that the caller sees and that still have these words: of other owners, with another key, or left by `only_this`. Absent where there are none. */
            same_words?: string[];
            /**
             * @description Facts by a language model are still to follow.
             * @constant
             */
            awaits?: "facts";
            /** @description What the language model took, by stage. */
            usage?: {
                /**
                 * @description What it was asked for.
                 * @enum {string}
                 */
                stage: "extract" | "embed";
                /** @description Which model was asked. */
                model: string | null;
                /** @description The version of the prompt. */
                prompt: string | null;
                /** @description Answered calls. */
                calls: number;
                /** @description Tokens read. */
                inputTokens: number;
                /** @description Tokens written. */
                outputTokens: number;
                /** @description Milliseconds. */
                ms: number;
                /** @description In US dollars; null without prices. */
                cost: number | null;
            }[];
            /** @description Why no fact was derived; null where there are facts. */
            none?: ("nothing_left" | "nothing_found" | "all_dropped" | "by_rules" | "all_known" | "evidence_changed") | null;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description The turns are stored, and counted here. With a language model facts of them follow: the episode tells how far that is, and what came of it. */
        IngestAccepted: {
            /**
             * Format: uuid
             * @description The conversation, as the log keeps it.
             */
            episodeId: string;
            /** @description Facts that the conversation holds. */
            factsExtracted: number;
            /** @description Memories that are new. */
            memoriesStored: number;
            /** @description Rewritten, or superseded by a new memory. */
            memoriesUpdated: number;
            /** @description Requests to forget that were carried out. */
            memoriesDeleted: number;
            /** @description Blocked, or implied already. */
            memoriesSkipped: number;
            /** @description Facts that were known already, in the same words. */
            duplicates: number;
            /** @description Links to memories that are alike. */
            linksCreated: number;
            /** @description Memories made of several others. */
            compositesCreated: number;
            /** @description Turns that were told before: nothing was done with them. */
            knownTurns: number;
            /** @description The memories stored or updated. */
            memoryIds: string[];
            /** @description What became of each fact, in the order of the conversation; of a quick ingest only of requests to forget. */
            outcomes?: {
                /**
                 * Format: uuid
                 * @description The memory that was stored; of a fact that was not, the one that it is about.
                 */
                memoryId: string;
                /**
                 * @description What became of it.
                 * @enum {string}
                 */
                outcome: "stored" | "updated" | "deleted" | "skipped";
                /**
                 * @description Why; `new`: nothing that is known is about the same.
                 * @enum {string}
                 */
                reason: "new" | "new_value" | "correction" | "replaced" | "same_key" | "negated" | "ended" | "returned" | "late_value" | "same_fact" | "more_precise" | "below_threshold" | "other_owner" | "fewer_readers" | "several_possible" | "disjoint_validity" | "says_more" | "model_said_so" | "forgotten" | "forget_unclear" | "nothing_alike" | "steering_suspected" | "came_back" | "too_many";
                /** @description The memories that are no longer in force because of it; of `forget_unclear`, those that may be meant. */
                replaces: string[];
            }[];
            /** @description Contradictions with other agents of the workspace; absent where there are none. */
            conflicts?: {
                /**
                 * Format: uuid
                 * @description The id of the conflict.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The new memory: it waits, and no search finds it.
                 */
                memoryId: string;
                /**
                 * Format: uuid
                 * @description The memory of the other agent.
                 */
                with: string;
                /**
                 * @description Why they contradict each other.
                 * @enum {string}
                 */
                reason: "new_value" | "correction" | "replaced" | "same_key" | "negated" | "ended" | "returned" | "late_value" | "same_fact" | "more_precise" | "below_threshold" | "other_owner" | "fewer_readers" | "several_possible" | "disjoint_validity" | "says_more" | "model_said_so" | "forgotten" | "forget_unclear" | "nothing_alike" | "steering_suspected" | "came_back" | "too_many";
                /**
                 * @description What trust and age speak for; both, where only a part of the other memory is contradicted.
                 * @enum {string}
                 */
                suggested: "resolved_new" | "resolved_existing" | "resolved_both";
            }[];
            /** @description What else was said by the memories that were replaced or corrected, and holds no longer either; absent where that is nothing. To keep a statement, ingest it anew. */
            also_lost?: string[];
            /** @description The memories that it was about: the one that was named first, then others of its owner with the same words. Of an ingest: those that it superseded, or deleted because that was asked for; absent where there are none. */
            ids?: string[];
            /** @description Memories that the caller sees and that still have these words: of other owners, with another key, or left by `only_this`. Absent where there are none. */
            same_words?: string[];
            /**
             * @description Facts by a language model are still to follow.
             * @constant
             */
            awaits?: "facts";
            /** @description What the language model took, by stage. */
            usage?: {
                /**
                 * @description What it was asked for.
                 * @enum {string}
                 */
                stage: "extract" | "embed";
                /** @description Which model was asked. */
                model: string | null;
                /** @description The version of the prompt. */
                prompt: string | null;
                /** @description Answered calls. */
                calls: number;
                /** @description Tokens read. */
                inputTokens: number;
                /** @description Tokens written. */
                outputTokens: number;
                /** @description Milliseconds. */
                ms: number;
                /** @description In US dollars; null without prices. */
                cost: number | null;
            }[];
            /** @description Why no fact was derived; null where there are facts. */
            none?: ("nothing_left" | "nothing_found" | "all_dropped" | "by_rules" | "all_known" | "evidence_changed") | null;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        MissingMemory: {
            /** @description What is wrong, for people. */
            error: string;
            /** @description What became of a memory that is out of force, for who may read it: that it was deleted, or superseded, and by which one where the caller sees that. */
            detail?: string;
        };
        /** @description A provider of ours refuses our key or model: for whoever runs the service to mend. */
        ProviderRefusal: {
            /** @description What is wrong, for people. */
            error: string;
            /** @description What exactly, and what to do. */
            detail: string;
        };
        /** @description What would be found and decided. Nothing was written. */
        PreviewedIngest: {
            /** @description Facts that the conversation holds. */
            factsExtracted: number;
            /** @description Memories that are new. */
            memoriesStored: number;
            /** @description Rewritten, or superseded by a new memory. */
            memoriesUpdated: number;
            /** @description Requests to forget that were carried out. */
            memoriesDeleted: number;
            /** @description Blocked, or implied already. */
            memoriesSkipped: number;
            /** @description Facts that were known already, in the same words. */
            duplicates: number;
            /** @description Links to memories that are alike. */
            linksCreated: number;
            /** @description Memories made of several others. */
            compositesCreated: number;
            /** @description Turns that were told before: nothing was done with them. */
            knownTurns: number;
            /**
             * @description Facts by a language model are still to follow.
             * @constant
             */
            awaits?: "facts";
            /** @description What the language model took, by stage. */
            usage?: {
                /**
                 * @description What it was asked for.
                 * @enum {string}
                 */
                stage: "extract" | "embed";
                /** @description Which model was asked. */
                model: string | null;
                /** @description The version of the prompt. */
                prompt: string | null;
                /** @description Answered calls. */
                calls: number;
                /** @description Tokens read. */
                inputTokens: number;
                /** @description Tokens written. */
                outputTokens: number;
                /** @description Milliseconds. */
                ms: number;
                /** @description In US dollars; null without prices. */
                cost: number | null;
            }[];
            /** @description Why no fact was derived; null where there are facts. */
            none?: ("nothing_left" | "nothing_found" | "all_dropped" | "by_rules" | "all_known" | "evidence_changed") | null;
            /** @description What is no duplicate, in the order of the conversation. */
            facts: {
                /** @description What would be stored, in the words it was said in, without its secrets. */
                content: string;
                /** @description Role of the speaker; null for a name or for nobody. */
                role: string | null;
                /** @description The first and the last turn that it is made of, counted from 0 among the new ones. */
                turns: [
                    number,
                    number
                ];
                /**
                 * @description What kind of memory it is.
                 * @enum {string}
                 */
                memory_type: "semantic" | "episodic" | "procedural" | "composite";
                /** @description How much it matters, from 0 to 1. */
                importance: number;
                /**
                 * Format: date-time
                 * @description When it was said.
                 */
                observed_at: string;
                /** @description By a clock so far from UTC it was said: its day is the day of `observed_at` there. Null where neither an offset was given nor a `time_zone`: then UTC. */
                observed_offset: string | null;
                /**
                 * @description What became of it.
                 * @enum {string}
                 */
                outcome: "stored" | "updated" | "deleted" | "skipped";
                /**
                 * @description Why; `new`: nothing that is known is about the same.
                 * @enum {string}
                 */
                reason: "new" | "new_value" | "correction" | "replaced" | "same_key" | "negated" | "ended" | "returned" | "late_value" | "same_fact" | "more_precise" | "below_threshold" | "other_owner" | "fewer_readers" | "several_possible" | "disjoint_validity" | "says_more" | "model_said_so" | "forgotten" | "forget_unclear" | "nothing_alike" | "steering_suspected" | "came_back" | "too_many";
                /** @description The memories that are no longer in force because of it; of `forget_unclear`, those that may be meant. */
                replaces: string[];
                /** @description The same of facts of this conversation, by their places in `facts`, counted from 0. */
                replaces_facts: number[];
            }[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description What became of each conversation, in the order of the request, whether it was taken in or not: look at `failed`. `X-Log-Position` is that of the last that was written, 0 if none was. */
        IngestBatchResult: {
            /** @description One of each conversation. */
            results: ({
                /** @description Which conversation of the request, counted from 0. */
                index: number;
                /** @description What it would have been answered by itself; 202 with `async`. */
                status: 200 | 202;
                /**
                 * @description This is what it was answered the first time, under the same key.
                 * @constant
                 */
                replayed?: true;
                /**
                 * Format: uuid
                 * @description The conversation, as the log keeps it.
                 */
                episodeId: string;
                /** @description Facts that the conversation holds. */
                factsExtracted: number;
                /** @description Memories that are new. */
                memoriesStored: number;
                /** @description Rewritten, or superseded by a new memory. */
                memoriesUpdated: number;
                /** @description Requests to forget that were carried out. */
                memoriesDeleted: number;
                /** @description Blocked, or implied already. */
                memoriesSkipped: number;
                /** @description Facts that were known already, in the same words. */
                duplicates: number;
                /** @description Links to memories that are alike. */
                linksCreated: number;
                /** @description Memories made of several others. */
                compositesCreated: number;
                /** @description Turns that were told before: nothing was done with them. */
                knownTurns: number;
                /** @description The memories stored or updated. */
                memoryIds: string[];
                /** @description What became of each fact, in the order of the conversation; of a quick ingest only of requests to forget. */
                outcomes?: {
                    /**
                     * Format: uuid
                     * @description The memory that was stored; of a fact that was not, the one that it is about.
                     */
                    memoryId: string;
                    /**
                     * @description What became of it.
                     * @enum {string}
                     */
                    outcome: "stored" | "updated" | "deleted" | "skipped";
                    /**
                     * @description Why; `new`: nothing that is known is about the same.
                     * @enum {string}
                     */
                    reason: "new" | "new_value" | "correction" | "replaced" | "same_key" | "negated" | "ended" | "returned" | "late_value" | "same_fact" | "more_precise" | "below_threshold" | "other_owner" | "fewer_readers" | "several_possible" | "disjoint_validity" | "says_more" | "model_said_so" | "forgotten" | "forget_unclear" | "nothing_alike" | "steering_suspected" | "came_back" | "too_many";
                    /** @description The memories that are no longer in force because of it; of `forget_unclear`, those that may be meant. */
                    replaces: string[];
                }[];
                /** @description Contradictions with other agents of the workspace; absent where there are none. */
                conflicts?: {
                    /**
                     * Format: uuid
                     * @description The id of the conflict.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description The new memory: it waits, and no search finds it.
                     */
                    memoryId: string;
                    /**
                     * Format: uuid
                     * @description The memory of the other agent.
                     */
                    with: string;
                    /**
                     * @description Why they contradict each other.
                     * @enum {string}
                     */
                    reason: "new_value" | "correction" | "replaced" | "same_key" | "negated" | "ended" | "returned" | "late_value" | "same_fact" | "more_precise" | "below_threshold" | "other_owner" | "fewer_readers" | "several_possible" | "disjoint_validity" | "says_more" | "model_said_so" | "forgotten" | "forget_unclear" | "nothing_alike" | "steering_suspected" | "came_back" | "too_many";
                    /**
                     * @description What trust and age speak for; both, where only a part of the other memory is contradicted.
                     * @enum {string}
                     */
                    suggested: "resolved_new" | "resolved_existing" | "resolved_both";
                }[];
                /** @description What else was said by the memories that were replaced or corrected, and holds no longer either; absent where that is nothing. To keep a statement, ingest it anew. */
                also_lost?: string[];
                /** @description The memories that it was about: the one that was named first, then others of its owner with the same words. Of an ingest: those that it superseded, or deleted because that was asked for; absent where there are none. */
                ids?: string[];
                /** @description Memories that the caller sees and that still have these words: of other owners, with another key, or left by `only_this`. Absent where there are none. */
                same_words?: string[];
                /**
                 * @description Facts by a language model are still to follow.
                 * @constant
                 */
                awaits?: "facts";
                /** @description What the language model took, by stage. */
                usage?: {
                    /**
                     * @description What it was asked for.
                     * @enum {string}
                     */
                    stage: "extract" | "embed";
                    /** @description Which model was asked. */
                    model: string | null;
                    /** @description The version of the prompt. */
                    prompt: string | null;
                    /** @description Answered calls. */
                    calls: number;
                    /** @description Tokens read. */
                    inputTokens: number;
                    /** @description Tokens written. */
                    outputTokens: number;
                    /** @description Milliseconds. */
                    ms: number;
                    /** @description In US dollars; null without prices. */
                    cost: number | null;
                }[];
                /** @description Why no fact was derived; null where there are facts. */
                none?: ("nothing_left" | "nothing_found" | "all_dropped" | "by_rules" | "all_known" | "evidence_changed") | null;
            } | {
                /** @description Which conversation of the request, counted from 0. */
                index: number;
                /** @description What it would have been answered by itself; 202 with `async`. */
                status: number;
                /** @description What is wrong, for people. */
                error: string;
                /** @description More about it. */
                detail?: string;
                /**
                 * @description It may succeed later.
                 * @constant
                 */
                retryable?: true;
                /** @description Try again in so many seconds. */
                retry_after?: number;
            })[];
            /** @description How many conversations there were. */
            count: number;
            /** @description How many of them were refused or failed. */
            failed: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description What was found, and the same as text for a prompt. */
        SearchAnswer: {
            /** @description How many `memories` there are. */
            count: number;
            /**
             * @description How much of each memory is shown.
             * @enum {string}
             */
            retrieval_mode: "flat" | "tiered" | "abstract-aware";
            /** @description As the service has understood it. */
            scope: components["schemas"]["UserScope"] | components["schemas"]["WorkspaceScope"];
            /** @description Best first. */
            memories: components["schemas"]["FoundMemory"][];
            /** @description Groups headed `### Subject: site/<source>`, of bullets `- [<date>] [answer|context] <content>`, within the budget. */
            injection_text: string;
            /** @description The memories in `injection_text`, in the order of `memories`. */
            citations: string[];
            /** @description In tiered mode, how each memory in `injection_text` is shown. */
            tier_assignments?: {
                /**
                 * Format: uuid
                 * @description The id of the memory; null where it is not about one.
                 */
                memory_id: string;
                /**
                 * @description L0 headline, L1 overview, L2 in full.
                 * @enum {string}
                 */
                tier: "L0" | "L1" | "L2";
                /** @description What its line takes of the budget. */
                estimated_tokens: number;
            }[];
            /** @description The memories that `injection_text` does not show in full. */
            expand_ids: string[];
            lesson_check: components["schemas"]["LessonCheck"];
            /** @description Present when memories of the answer contradict one another, or one was left out for that. Of two the one with less trust loses, then the older. */
            consensus?: components["schemas"]["Consensus"];
            /** @description About how many tokens `injection_text` has. */
            estimated_context_tokens: number;
            /** @description Whether `token_budget` has kept anything out of `injection_text`. */
            budget_constrained: boolean;
            /**
             * Format: uuid
             * @description By it the answer can be looked up later; absent where no receipts are kept.
             */
            recall_id?: string;
            /** @description How much of a query of more than 10,000 characters was searched; absent where all of it was. */
            query_shortened?: components["schemas"]["QueryShortened"];
            /** @description The providers that this search had to do without; absent where there are none. */
            degraded?: ("embedding" | "reranker" | "llm")[];
            /** @description How the answer came about; when the request says `trace`. */
            observability?: components["schemas"]["Observability"];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        UserScope: {
            /**
             * @description That the memories are personal. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "user";
            /** @description Whose memories. */
            userId: string;
        };
        WorkspaceScope: {
            /**
             * @description Whether the memories are personal or those of a workspace. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "workspace";
            /** @description Whose memories. */
            userId: string;
            /** @description The workspace. */
            workspaceId: string;
            /** @description Who asks. */
            agentId: string;
            /** @description Whose memories, as it was asked. */
            agentScope?: string | string[];
        };
        /** @description A memory that a search has found. */
        FoundMemory: {
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /** @description What is said, word for word. */
            content: string;
            /**
             * @description What kind of memory it is.
             * @enum {string}
             */
            memory_type: "semantic" | "episodic" | "procedural" | "composite";
            /** @description How much it matters, from 0 to 1. */
            importance: number;
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description `site/` and the source site. */
            namespace: string;
            /** @description The agent that owns it; null for what is personal. */
            agent_id: string | null;
            /** @description Role of the speaker, such as user or assistant; null for a name or for nobody. */
            role: string | null;
            /** @description Which turn of its episode it was made of, of several the last, counted from 0; null for what was made of other memories. */
            turn: number | null;
            /** @description With `as_of`, that of then. */
            version: number;
            /** @description That of the conversation, with what the memory adds. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was said.
             */
            observed_at: string;
            /** @description By a clock so far from UTC it was said: its day is the day of `observed_at` there. Null where neither an offset was given nor a `time_zone`: then UTC. */
            observed_offset: string | null;
            /** @description How a fact came to be known; null for what was taken over as it was said. */
            claim_type: ("stated" | "confirmed" | "proposed" | "inferred") | null;
            /** @description What a fact rests on, of a composite its parts, as far as the caller sees it; empty for what was said itself. */
            evidence: components["schemas"]["Evidence"][];
            /** @description Whether something that a fact rests on is no longer active, or says something else since. Only what all readers of the fact may read counts. */
            basis_changed: boolean;
            /** @description What is in force in the place of this, or of a fact that rests on it, where the caller sees it. Else what contradicts it, was said later and is trusted no less. */
            outdated_by: string | null;
            /** @description Of a turn of an assistant that only says again what the question or one memory says: that memory. It goes with it, and answers nothing by itself. */
            echo_of: string | null;
            /** @description From when a fact holds; null where that is not known. */
            valid_from: string | null;
            /** @description Up to when it holds; null where that is not known. */
            valid_to: string | null;
            /** @description Cosine of the query with the memory in its context. */
            similarity: number;
            /** @description Composite; the answer is in its order. */
            score: number;
            /** @description The other memories of the same turn or with the same words: a search shows each once. */
            pieces: string[];
            /**
             * @description The rule by which it stands elsewhere than its score says; absent where none has moved it. newest: of readings of one series the newest comes first; variety: a better memory says the same; outdated: what holds now comes first; echo: an assistant only repeats another memory; past: it was superseded by the memory before it; last_time: all of the last session is shown in its order.
             * @enum {string}
             */
            moved_by?: "newest" | "variety" | "outdated" | "echo" | "past" | "last_time";
            /**
             * @description Nothing clears the bar of similarity, and this is one of the nearest, three at most: no evidence, and no part of `injection_text`. Not where the request sets a `threshold`.
             * @constant
             */
            below_threshold?: true;
        };
        /** @description A stretch of the words of another memory. */
        Evidence: {
            /**
             * Format: uuid
             * @description What it rests on.
             */
            memory_id: string;
            /** @description In UTF-16 units, into the words of that memory without the label of its speaker. */
            start: number;
            /** @description Exclusive. */
            end: number;
        };
        LessonCheck: {
            /** @description False when a lesson of severity high or critical matches. */
            safe: boolean;
            /** @description What the lessons that match say. */
            warnings: string[];
            /**
             * @description Of the lessons that match.
             * @enum {string}
             */
            highest_severity: "none" | "low" | "medium" | "high" | "critical";
            /** @description How many lessons match. */
            matched_count: number;
        };
        Consensus: {
            /** @description How many memories were looked at for the answer, those left out for this included. */
            original_count: number;
            /** @description How many the answer holds. */
            filtered_count: number;
            /** @description How many were left out, which only `current_only` does. */
            removed_count: number;
            /** @description These, best match first. */
            removed_memory_ids: string[];
        };
        QueryShortened: {
            /** @description How many characters it had. */
            characters: number;
            /** @description How many of them were searched. */
            searched: number;
        };
        Observability: {
            /** @description How the memories were found. */
            retrieval: {
                /** @description In the order they ran. */
                stages: {
                    /** @description The name of the stage. */
                    name: string;
                    /** @description How many there are. */
                    count: number;
                    /** @description How long it took, in milliseconds. */
                    duration_ms: number;
                    /** @description Why it left everything as it was; absent where it did not. */
                    skipped?: string;
                }[];
                /** @description The terms of the query, and in how many of the memories that the caller may see each stands. */
                terms: {
                    /** @description A stem, or a word as it is written. */
                    term: string;
                    /** @description The memories, or how many of them. */
                    memories: number;
                }[];
                /** @description What the scores were made of, also of memories that just missed the answer. */
                scores: {
                    /**
                     * Format: uuid
                     * @description The id of the memory; null where it is not about one.
                     */
                    memory_id: string;
                    /** @description Composite, from 0 to 1. */
                    score: number;
                    /** @description How much of the words of the query it holds, 0 to 1. */
                    lexical: number;
                    /** @description What words near them in meaning add. */
                    relatedTerms: number;
                    /** @description Counts at 0.6; every other part as it stands. */
                    cosine: number;
                    /** @description For memories of the person that the query names. */
                    name: number;
                    /** @description What is taken off because the memory is a question. */
                    question: number;
                    /** @description For what an assistant said, unless the query asks for that. */
                    assistant: number;
                    /** @description For how such things are to be done from now on. */
                    instruction: number;
                    /** @description What the length of the text adds. */
                    length: number;
                    /** @description For how far the user trusts the agent that shares it, by the score of its words and its similarity. */
                    trust: number;
                    /** @description For memories of the time that the query names. */
                    date: number;
                    /** @description For texts that may hold the kind of answer that the query asks for. */
                    answer: number;
                    /** @description By fast search: for what is recent. */
                    recency: number;
                    /** @description By fast search: for what is often wanted. */
                    access: number;
                    /** @description By full search: by how much a reranker has changed the sum of all others. */
                    rerank: number;
                    /** @description Its place among the matches before what holds now came first; null where it is no match. */
                    rank_before: number | null;
                    /** @description And after that; null where it was left out. */
                    rank_after: number | null;
                    /**
                     * @description The rule by which it stands elsewhere than its score says; absent where none has moved it. newest: of readings of one series the newest comes first; variety: a better memory says the same; outdated: what holds now comes first; echo: an assistant only repeats another memory; past: it was superseded by the memory before it; last_time: all of the last session is shown in its order.
                     * @enum {string}
                     */
                    moved_by?: "newest" | "variety" | "outdated" | "echo" | "past" | "last_time";
                    /** @description Whether the answer holds it. */
                    returned: boolean;
                }[];
            };
            /** @description How they were fitted into the budget. */
            packaging: {
                /** @description How many tokens there were for the text. */
                tier_budget_tokens: number;
            };
            /** @description What became of them as text. */
            assembly: {
                /** @description How many tokens the text has, about. */
                injection_tokens: number;
            };
        };
        /** @description What became of one memory in a search. */
        SearchExplanation: {
            /**
             * Format: uuid
             * @description The id of the memory; null where it is not about one.
             */
            memory_id: string;
            /** @description Whether the answer holds it. */
            returned: boolean;
            /**
             * @description returned; not_active: superseded, or waiting for clarification; composite: only its parts are searched; not_known_then: not active at `as_of`; filtered: left out by the source, namespace, agents, dates or other filters of the request; no_match: it holds no word of the query and is not similar enough; below_floor: its score is below `min_score`; told_by_another: another memory of its turn, or a fact or the turn it rests on, is shown in its place; outdated: it holds no longer, and `current_only` leaves it out; kept_out_by_lesson: a critical lesson of the scope is about it; outranked: better ones take all places.
             * @enum {string}
             */
            reason: "returned" | "not_active" | "composite" | "not_known_then" | "filtered" | "no_match" | "below_floor" | "told_by_another" | "outdated" | "kept_out_by_lesson" | "outranked";
            /** @description The stage that left it out; null where none did, or none got to see it. */
            stage: string | null;
            /**
             * @description As it is now.
             * @enum {string}
             */
            status: "active" | "needs_clarification" | "superseded" | "deleted";
            /** @description Its place among the matches, from 1; null where it is none. */
            rank: number | null;
            /** @description How many memories match. */
            matches: number;
            /** @description How many were asked for. */
            limit: number;
            /** @description What its score is made of; null where it was not scored. */
            score: {
                /**
                 * Format: uuid
                 * @description The id of the memory; null where it is not about one.
                 */
                memory_id: string;
                /** @description Composite, from 0 to 1. */
                score: number;
                /** @description How much of the words of the query it holds, 0 to 1. */
                lexical: number;
                /** @description What words near them in meaning add. */
                relatedTerms: number;
                /** @description Counts at 0.6; every other part as it stands. */
                cosine: number;
                /** @description For memories of the person that the query names. */
                name: number;
                /** @description What is taken off because the memory is a question. */
                question: number;
                /** @description For what an assistant said, unless the query asks for that. */
                assistant: number;
                /** @description For how such things are to be done from now on. */
                instruction: number;
                /** @description What the length of the text adds. */
                length: number;
                /** @description For how far the user trusts the agent that shares it, by the score of its words and its similarity. */
                trust: number;
                /** @description For memories of the time that the query names. */
                date: number;
                /** @description For texts that may hold the kind of answer that the query asks for. */
                answer: number;
                /** @description By fast search: for what is recent. */
                recency: number;
                /** @description By fast search: for what is often wanted. */
                access: number;
                /** @description By full search: by how much a reranker has changed the sum of all others. */
                rerank: number;
                /** @description Its place among the matches before what holds now came first; null where it is no match. */
                rank_before: number | null;
                /** @description And after that; null where it was left out. */
                rank_after: number | null;
                /**
                 * @description The rule by which it stands elsewhere than its score says; absent where none has moved it. newest: of readings of one series the newest comes first; variety: a better memory says the same; outdated: what holds now comes first; echo: an assistant only repeats another memory; past: it was superseded by the memory before it; last_time: all of the last session is shown in its order.
                 * @enum {string}
                 */
                moved_by?: "newest" | "variety" | "outdated" | "echo" | "past" | "last_time";
                /** @description Whether the answer holds it. */
                returned: boolean;
            } | null;
            /** @description The score of the last memory returned; null where there is none. */
            least_returned_score: number | null;
            /** @description The least similarity of a memory that holds no word of the query. */
            threshold: number;
            /** @description The terms of the query: how many memories hold each, neighbours included, and whether this one does itself. */
            terms: {
                /** @description A stem, or a word as it is written. */
                term: string;
                /** @description The memories, or how many of them. */
                memories: number;
                /** @description Whether this memory holds it itself. */
                held: boolean;
            }[];
            /** @description What is shown in its place, where `reason` is told_by_another. */
            told_by: string | null;
            /** @description What took its place when it was superseded, if the caller sees it. */
            superseded_by: string | null;
            /** @description What holds in its place or what it lost against, where the search got to read it. */
            outdated_by: string | null;
            /** @description How much of a query of more than 10,000 characters was searched; absent where all of it was. */
            query_shortened?: components["schemas"]["QueryShortened"];
            /** @description The providers that this search had to do without; absent where there are none. */
            degraded?: ("embedding" | "reranker" | "llm")[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description In the order asked, without the ids that the caller does not see. */
        ExpandedMemories: {
            /** @description The memories, or how many of them. */
            memories: components["schemas"]["ExpandedMemory"][];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A memory in full, without its embedding. */
        ExpandedMemory: {
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /** @description The fact, in the words it was said in. */
            content: string;
            /**
             * @description What kind of memory it is.
             * @enum {string}
             */
            memory_type: "semantic" | "episodic" | "procedural" | "composite";
            /** @description How much it matters, from 0 to 1. */
            importance: number;
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description `site/` and the source site. */
            namespace: string;
            /** @description The agent that owns it. */
            agent_id: string | null;
            /** @description Role of the speaker, such as user or assistant; null for a name or for nobody. */
            role: string | null;
            /** @description Which turn of its episode it was made of, of several the last, counted from 0; null for what was made of other memories. */
            turn: number | null;
            /** @description Counts the changes of a memory, from 1. */
            version: number;
            /** @description That of the conversation, with what the memory adds. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was said.
             */
            observed_at: string;
            /** @description By a clock so far from UTC it was said: its day is the day of `observed_at` there. Null where neither an offset was given nor a `time_zone`: then UTC. */
            observed_offset: string | null;
            /** @description How a fact came to be known; null for what was taken over as it was said, and for a composite. */
            claim_type: ("stated" | "confirmed" | "proposed" | "inferred") | null;
            /** @description What a fact rests on, of a composite its parts, as far as the caller sees it; empty for what was said itself. */
            evidence: components["schemas"]["Evidence"][];
            /** @description Whether something that a fact rests on is no longer active, or says something else since. Only what all readers of the fact may read counts. */
            basis_changed: boolean;
            /** @description What is in force in the place of this, or of a fact that rests on it, where the caller sees it. */
            outdated_by: string | null;
            /** @description Of a turn of an assistant that only says again what the question or one memory says: that memory. It goes with it, and answers nothing by itself. */
            echo_of: string | null;
            /** @description From when a fact holds; null where that is not known. */
            valid_from: string | null;
            /** @description Up to when it holds; null where that is not known. */
            valid_to: string | null;
            /** @description Whose memories. */
            user_id: string;
            /** @description May be empty. */
            source_url: string;
            /**
             * Format: uuid
             * @description The ingest that it comes from.
             */
            episode_id: string;
            /** @description The session that it was said in; one of your own making. */
            session_id: string | null;
            /** @description How many times it was said, of those that the caller may know of. */
            tellings: number;
            /**
             * @description In what state it is.
             * @enum {string}
             */
            status: "active" | "needs_clarification" | "superseded" | "deleted";
            /** @description Parted by spaces. */
            keywords: string;
            /** @description Of the agent or source, at the time of writing. */
            trust_score: number;
            /** @description How often search, expand or get have shown it. */
            access_count: number;
            /** @description The memory in short. */
            summary: string;
            /** @description May be empty. */
            overview: string;
            /**
             * Format: date-time
             * @description When search, expand or get have shown it last; before that, when it was written.
             */
            last_accessed_at: string;
            /** @description When another memory took its place; null while none has. */
            expired_at: string | null;
            /** @description When it was deleted; null while it is not. */
            deleted_at: string | null;
            /**
             * @description Whether it is a fact of the world, an experience, an opinion or an observation.
             * @enum {string}
             */
            network: "world" | "experience" | "opinion" | "observation";
            /** @description Of an opinion, else null. */
            opinion_confidence: number | null;
            /** @description What an observation is about, else null. */
            observation_subject: string | null;
            /** @description The memories it is still to be compared with, while `deferred_audn` is true. */
            audn_candidates: {
                /**
                 * Format: uuid
                 * @description The id of the memory or the episode.
                 */
                id: string;
                /** @description What is said, word for word. */
                content: string;
                /** @description Cosine of the two. */
                similarity: number;
            }[] | null;
            /** @description Whether it is still to be compared with others. */
            deferred_audn: boolean;
            /** @description Null for what is personal, as are `agent_id` and `visibility`. */
            workspace_id: string | null;
            /** @description Who in the workspace may read it; null for what is personal. */
            visibility: ("workspace" | "agent_only" | "restricted") | null;
            /** @description The words it is found by, as text search keeps them. */
            search_vector: string;
            /** @description Whom or what it is about, in lower case. */
            subject: string | null;
            /** @description The slot that its writer says it takes. */
            key: string | null;
            /** @description The words that say so. */
            valid_words: string | null;
            /** @description A fact in few words; empty for what was taken over as it was said. */
            headline: string;
        };
        /** @description A page of memories, newest first. */
        MemoryPage: {
            /** @description The memories, or how many of them. */
            memories: components["schemas"]["MemoryRecord"][];
            /** @description How many are on this page. */
            count: number;
            /** @description How many are in scope, after the filters. */
            total: number;
            /** @description For the page behind this one; null on the last. */
            next_cursor: string | null;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A memory in full. */
        MemoryRecord: {
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /** @description The fact, in the words it was said in. */
            content: string;
            /**
             * @description What kind of memory it is.
             * @enum {string}
             */
            memory_type: "semantic" | "episodic" | "procedural" | "composite";
            /** @description How much it matters, from 0 to 1. */
            importance: number;
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description `site/` and the source site. */
            namespace: string;
            /** @description The agent that owns it. */
            agent_id: string | null;
            /** @description Role of the speaker, such as user or assistant; null for a name or for nobody. */
            role: string | null;
            /** @description Which turn of its episode it was made of, of several the last, counted from 0; null for what was made of other memories. */
            turn: number | null;
            /** @description Counts the changes of a memory, from 1. */
            version: number;
            /** @description That of the conversation, with what the memory adds. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was said.
             */
            observed_at: string;
            /** @description By a clock so far from UTC it was said: its day is the day of `observed_at` there. Null where neither an offset was given nor a `time_zone`: then UTC. */
            observed_offset: string | null;
            /** @description How a fact came to be known; null for what was taken over as it was said, and for a composite. */
            claim_type: ("stated" | "confirmed" | "proposed" | "inferred") | null;
            /** @description What a fact rests on, of a composite its parts, as far as the caller sees it; empty for what was said itself. */
            evidence: components["schemas"]["Evidence"][];
            /** @description Whether something that a fact rests on is no longer active, or says something else since. Only what all readers of the fact may read counts. */
            basis_changed: boolean;
            /** @description What is in force in the place of this, or of a fact that rests on it, where the caller sees it. */
            outdated_by: string | null;
            /** @description Of a turn of an assistant that only says again what the question or one memory says: that memory. It goes with it, and answers nothing by itself. */
            echo_of: string | null;
            /** @description From when a fact holds; null where that is not known. */
            valid_from: string | null;
            /** @description Up to when it holds; null where that is not known. */
            valid_to: string | null;
            /** @description Whose memories. */
            user_id: string;
            /** @description May be empty. */
            source_url: string;
            /**
             * Format: uuid
             * @description The ingest that it comes from.
             */
            episode_id: string;
            /** @description The session that it was said in; one of your own making. */
            session_id: string | null;
            /** @description How many times it was said, of those that the caller may know of. */
            tellings: number;
            /**
             * @description In what state it is.
             * @enum {string}
             */
            status: "active" | "needs_clarification" | "superseded" | "deleted";
            /** @description Parted by spaces. */
            keywords: string;
            /** @description Of the agent or source, at the time of writing. */
            trust_score: number;
            /** @description How often search, expand or get have shown it. */
            access_count: number;
            /** @description The memory in short. */
            summary: string;
            /** @description May be empty. */
            overview: string;
            /**
             * Format: date-time
             * @description When search, expand or get have shown it last; before that, when it was written.
             */
            last_accessed_at: string;
            /** @description When another memory took its place; null while none has. */
            expired_at: string | null;
            /** @description When it was deleted; null while it is not. */
            deleted_at: string | null;
            /**
             * @description Whether it is a fact of the world, an experience, an opinion or an observation.
             * @enum {string}
             */
            network: "world" | "experience" | "opinion" | "observation";
            /** @description Of an opinion, else null. */
            opinion_confidence: number | null;
            /** @description What an observation is about, else null. */
            observation_subject: string | null;
            /** @description The memories it is still to be compared with, while `deferred_audn` is true. */
            audn_candidates: {
                /**
                 * Format: uuid
                 * @description The id of the memory or the episode.
                 */
                id: string;
                /** @description What is said, word for word. */
                content: string;
                /** @description Cosine of the two. */
                similarity: number;
            }[] | null;
            /** @description Whether it is still to be compared with others. */
            deferred_audn: boolean;
            /** @description Null for what is personal, as are `agent_id` and `visibility`. */
            workspace_id: string | null;
            /** @description Who in the workspace may read it; null for what is personal. */
            visibility: ("workspace" | "agent_only" | "restricted") | null;
            /** @description The words it is found by, as text search keeps them. */
            search_vector: string;
            /** @description Whom or what it is about, in lower case. */
            subject: string | null;
            /** @description The slot that its writer says it takes. */
            key: string | null;
            /** @description The words that say so. */
            valid_words: string | null;
            /** @description A fact in few words; empty for what was taken over as it was said. */
            headline: string;
            /** @description In full; empty where the text has no known word. */
            embedding: number[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description What is in scope. */
        Statistics: {
            /** @description How many there are. */
            count: number;
            /** @description 0 where there is no memory. */
            avgImportance: number;
            /** @description How many memories come from each source site. */
            sourceDistribution: {
                [key: string]: number;
            };
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A page of episodes, newest first. */
        EpisodePage: {
            /** @description The episodes of this page. */
            episodes: components["schemas"]["EpisodeHead"][];
            /** @description How many are on this page. */
            count: number;
            /** @description How many are in scope. */
            total: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description An ingest, without what was said. */
        EpisodeHead: {
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /**
             * @description Recorded: its memories are still to come.
             * @enum {string}
             */
            state: "recorded" | "ingested";
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description May be empty. */
            source_url: string;
            /** @description The session that it was said in; one of your own making. */
            session_id: string | null;
            /**
             * Format: date-time
             * @description When it took place.
             */
            observed_at: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            recorded_at: string;
            /** @description The caller's own fields. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description What the ingest did; null until then. */
            counts: {
                /** @description Facts that the conversation holds. */
                factsExtracted: number;
                /** @description Memories that are new. */
                memoriesStored: number;
                /** @description Rewritten, or superseded by a new memory. */
                memoriesUpdated: number;
                /** @description Retracted. */
                memoriesDeleted: number;
                /** @description Blocked, or implied already. */
                memoriesSkipped: number;
                /** @description Facts that were known already, in the same words. */
                duplicates: number;
                /** @description Links to memories that are alike. */
                linksCreated: number;
                /** @description Memories made of several others. */
                compositesCreated: number;
            } | null;
            /** @description Facts by a language model; null where none were asked for. */
            facts: {
                /**
                 * @description Awaited: facts by a language model are still to come.
                 * @enum {string}
                 */
                state: "awaited" | "derived";
                /** @description Failed attempts; after five it goes by rules. */
                attempts: number;
                /** @description Why the last of them failed. */
                failed: string | null;
                /** @description Whether a part went by rules: the model failed, or its budget was spent. */
                fell_back: boolean;
                /** @description Windows read so far; null once facts are derived. */
                windows_read: number | null;
                /** @description What came of the facts, beside what came of the turns. */
                counts: {
                    /** @description Facts that the conversation holds. */
                    factsExtracted: number;
                    /** @description Memories that are new. */
                    memoriesStored: number;
                    /** @description Rewritten, or superseded by a new memory. */
                    memoriesUpdated: number;
                    /** @description Retracted. */
                    memoriesDeleted: number;
                    /** @description Blocked, or implied already. */
                    memoriesSkipped: number;
                    /** @description Facts that were known already, in the same words. */
                    duplicates: number;
                    /** @description Links to memories that are alike. */
                    linksCreated: number;
                    /** @description Memories made of several others. */
                    compositesCreated: number;
                } | null;
                /** @description What the language model took, by stage, failed attempts included; until the end so far, without its cost. */
                usage: {
                    /**
                     * @description What it was asked for.
                     * @enum {string}
                     */
                    stage: "extract" | "embed";
                    /** @description Which model was asked. */
                    model: string | null;
                    /** @description The version of the prompt. */
                    prompt: string | null;
                    /** @description Answered calls. */
                    calls: number;
                    /** @description Tokens read. */
                    inputTokens: number;
                    /** @description Tokens written. */
                    outputTokens: number;
                    /** @description Milliseconds. */
                    ms: number;
                    /** @description In US dollars; null without prices. */
                    cost: number | null;
                }[];
                /** @description Why no fact was derived; null where there are facts. */
                none: ("nothing_left" | "nothing_found" | "all_dropped" | "by_rules" | "all_known" | "evidence_changed") | null;
            } | null;
        };
        /** @description An ingest with what was said, secrets redacted. It came as text or as messages; both are null once erased. A turn is blank while a memory made of it is hidden from the caller: deleted, or no longer shared. */
        Episode: {
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /**
             * @description Recorded: its memories are still to come.
             * @enum {string}
             */
            state: "recorded" | "ingested";
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description May be empty. */
            source_url: string;
            /** @description The session that it was said in; one of your own making. */
            session_id: string | null;
            /**
             * Format: date-time
             * @description When it took place.
             */
            observed_at: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            recorded_at: string;
            /** @description The caller's own fields. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description What the ingest did; null until then. */
            counts: {
                /** @description Facts that the conversation holds. */
                factsExtracted: number;
                /** @description Memories that are new. */
                memoriesStored: number;
                /** @description Rewritten, or superseded by a new memory. */
                memoriesUpdated: number;
                /** @description Retracted. */
                memoriesDeleted: number;
                /** @description Blocked, or implied already. */
                memoriesSkipped: number;
                /** @description Facts that were known already, in the same words. */
                duplicates: number;
                /** @description Links to memories that are alike. */
                linksCreated: number;
                /** @description Memories made of several others. */
                compositesCreated: number;
            } | null;
            /** @description Facts by a language model; null where none were asked for. */
            facts: {
                /**
                 * @description Awaited: facts by a language model are still to come.
                 * @enum {string}
                 */
                state: "awaited" | "derived";
                /** @description Failed attempts; after five it goes by rules. */
                attempts: number;
                /** @description Why the last of them failed. */
                failed: string | null;
                /** @description Whether a part went by rules: the model failed, or its budget was spent. */
                fell_back: boolean;
                /** @description Windows read so far; null once facts are derived. */
                windows_read: number | null;
                /** @description What came of the facts, beside what came of the turns. */
                counts: {
                    /** @description Facts that the conversation holds. */
                    factsExtracted: number;
                    /** @description Memories that are new. */
                    memoriesStored: number;
                    /** @description Rewritten, or superseded by a new memory. */
                    memoriesUpdated: number;
                    /** @description Retracted. */
                    memoriesDeleted: number;
                    /** @description Blocked, or implied already. */
                    memoriesSkipped: number;
                    /** @description Facts that were known already, in the same words. */
                    duplicates: number;
                    /** @description Links to memories that are alike. */
                    linksCreated: number;
                    /** @description Memories made of several others. */
                    compositesCreated: number;
                } | null;
                /** @description What the language model took, by stage, failed attempts included; until the end so far, without its cost. */
                usage: {
                    /**
                     * @description What it was asked for.
                     * @enum {string}
                     */
                    stage: "extract" | "embed";
                    /** @description Which model was asked. */
                    model: string | null;
                    /** @description The version of the prompt. */
                    prompt: string | null;
                    /** @description Answered calls. */
                    calls: number;
                    /** @description Tokens read. */
                    inputTokens: number;
                    /** @description Tokens written. */
                    outputTokens: number;
                    /** @description Milliseconds. */
                    ms: number;
                    /** @description In US dollars; null without prices. */
                    cost: number | null;
                }[];
                /** @description Why no fact was derived; null where there are facts. */
                none: ("nothing_left" | "nothing_found" | "all_dropped" | "by_rules" | "all_known" | "evidence_changed") | null;
            } | null;
            /** @description The episode that holds the turns before these, where there is one. */
            continues: string | null;
            /** @description What was said, as text; null where it came as messages. */
            conversation: string | null;
            /** @description What was said, by messages; null where it came as text. */
            messages: {
                /** @description Who speaks: a role, as `user` and `assistant`, or a name. At most 512 bytes of UTF-8, no control characters. */
                role: string;
                /** @description What is said, word for word. */
                content: string;
                /** @description Who speaks. Two names are two speakers; a word for a role, as `bot`, names nobody. */
                name?: string;
                /**
                 * Format: date-time
                 * @description When it was sent, where its client said so.
                 */
                at?: string;
            }[] | null;
            /** @description Those that the caller sees now, in the order of the conversation. */
            memory_ids: string[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description All of them are deleted. */
        DeletedMemories: {
            /**
             * @description It is done.
             * @constant
             */
            success: true;
            /** @description How many; 0 where there was nothing to delete. */
            deleted: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A page of entities, those that are named most first. */
        EntityPage: {
            /** @description What is named. */
            entities: components["schemas"]["Entity"][];
            /** @description How many are on this page. */
            count: number;
            /** @description How many there are, after `q`. */
            total: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description What memories name. */
        Entity: {
            /** @description The spelling that most memories have, of those that the caller sees. */
            name: string;
            /**
             * @description What kind of thing it is.
             * @enum {string}
             */
            type: "person" | "organization" | "place" | "project" | "tool" | "concept" | "event";
            /** @description The other spellings, which differ in case and accents alone. */
            aliases: string[];
            /** @description How often it is named: each spelling in each memory counts once. */
            mentions: number;
            /** @description How many memories name it. */
            memories: number;
        };
        /** @description An entity, and a page of the memories that name it, newest first. */
        EntityOfName: {
            /** @description The spelling that most memories have, of those that the caller sees. */
            name: string;
            /**
             * @description What kind of thing it is.
             * @enum {string}
             */
            type: "person" | "organization" | "place" | "project" | "tool" | "concept" | "event";
            /** @description The other spellings, which differ in case and accents alone. */
            aliases: string[];
            /** @description How often it is named: each spelling in each memory counts once. */
            mentions: number;
            /** @description How many memories name it. */
            memories: number;
            /** @description The memories, in order. */
            memory_ids: string[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description What a search was asked, and what it returned. */
        Recall: {
            /**
             * Format: uuid
             * @description The id of the receipt.
             */
            recall_id: string;
            /**
             * Format: date-time
             * @description When it was answered.
             */
            at: string;
            /** @description A position of the log: the answer knew everything up to it, and hardly more. */
            position: string;
            /**
             * @description Which search it was.
             * @enum {string}
             */
            mode: "full" | "fast";
            /** @description Who asked. */
            scope: components["schemas"]["UserScope"] | components["schemas"]["WorkspaceScope"];
            asked: components["schemas"]["AskedSearch"];
            /**
             * @description What became of the words of the search. none: RECALL_RECEIPTS did not say that they be kept; erased: a memory that it returned was erased since.
             * @enum {string}
             */
            words: "none" | "kept" | "erased";
            /** @description Which of the given fields are not told, because the words are not kept or erased. */
            withheld: ("query" | "subject" | "key" | "metadata")[];
            /** @description The model that compared meanings. */
            embedding: {
                /** @description The name of the embedding model. */
                model: string;
                /** @description The length of its vectors. */
                dimensions: number;
            };
            /** @description The release of the service, and a fingerprint of its stages and weights: answers of equal ones were ranked alike. */
            ranking: string;
            /** @description What was returned, best first; also what is no longer there or visible. */
            memories: {
                /**
                 * Format: uuid
                 * @description The id of the memory; null where it is not about one.
                 */
                memory_id: string;
                /** @description Which version of it was shown. */
                version: number;
                /** @description Its score then. */
                score: number;
            }[];
            /** @description How many `memories` there are. */
            count: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description The request, with the values that were in force; null is what was not given, or is withheld. */
        AskedSearch: {
            /** @description What to look for. Of more than 10,000 characters the first and last 2,000 are searched. */
            query: string | null;
            /** @description How many at most. */
            limit: number;
            /** @description The least similarity of what matches no word. */
            threshold: number;
            /**
             * @description How much of each memory is shown.
             * @enum {string}
             */
            retrieval_mode: "flat" | "tiered" | "abstract-aware";
            /** @description The most tokens of the text for a prompt. */
            token_budget: number;
            /** @description What the store knew at that time. */
            as_of: string | null;
            /** @description The platform that it comes from. */
            source_site: string | null;
            /** @description A namespace and everything below it. */
            namespace_scope: string | null;
            /** @description The session that it was said in; one of your own making. */
            session_id: string | null;
            /** @description What kind of memory it is. */
            memory_type: string | null;
            /** @description At this time or later. */
            from: string | null;
            /** @description At this time or earlier. */
            to: string | null;
            /** @description Only what was said, or holds, in this time. */
            time_window: {
                /** @description At this time or later. */
                from?: string;
                /** @description At this time or earlier. */
                to?: string;
                /**
                 * @description Whose time: when it was said, or when it holds.
                 * @enum {string}
                 */
                of: "observed" | "valid";
            } | null;
            /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
            time_zone: string | null;
            /** @description The least `score` of a memory in the answer. */
            min_score: number | null;
            /** @description Whether what holds no longer is left out. */
            current_only: boolean | null;
            /** @description What went into the text for a prompt. */
            packed: ("best" | "all") | null;
            /** @description Whether what was superseded is shown as well. */
            include_superseded: boolean | null;
            /** @description Whom or what it is about. */
            subject: string | null;
            /** @description The class of the key that it was done with; `system` for what the service did by itself. */
            key: string | null;
            /** @description The caller's own fields. */
            metadata: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Where a memory was shown to the caller. */
        RecallsOfMemory: {
            /** @description Newest first. */
            recalls: components["schemas"]["ShownIn"][];
            /** @description How many there are on this page. */
            count: number;
            /** @description For the page behind this one; null on the last. */
            next_cursor: string | null;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A search that returned a memory. */
        ShownIn: {
            /**
             * Format: uuid
             * @description The id of the receipt.
             */
            recall_id: string;
            /**
             * Format: date-time
             * @description When it was answered.
             */
            at: string;
            /**
             * @description Which search it was.
             * @enum {string}
             */
            mode: "full" | "fast";
            /** @description Its place in the answer, from 1. */
            rank: number;
            /** @description Which version of it was shown. */
            version: number;
            /** @description Its score then. */
            score: number;
        };
        /** @description The lessons in force in a scope, newest first. */
        LessonPage: {
            /** @description The lessons of this page. */
            lessons: components["schemas"]["Lesson"][];
            /** @description How many are on this page. */
            count: number;
            /** @description How many are in force in the scope. */
            total: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description What went wrong before, in the scope that it happened in. */
        Lesson: {
            /**
             * Format: uuid
             * @description The id of the lesson.
             */
            id: string;
            /** @description What to mind; empty once it was erased. */
            pattern: string;
            /**
             * @description How bad it is.
             * @enum {string}
             */
            severity: "low" | "medium" | "high" | "critical";
            /**
             * @description What it arose from.
             * @enum {string}
             */
            lesson_type: "user_reported" | "injection_blocked" | "contradiction_pattern" | "consensus_violation";
            /** @description The memories that it is about, those told last; at most 100. */
            source_memory_ids: string[];
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /** @description How often it happened. */
            failure_count: number;
            /** @description What was said or done. */
            wrong: string | null;
            /** @description What would have been right. */
            right: string | null;
        };
        /** @description How many lessons a scope has. */
        LessonStatistics: {
            /** @description All that there ever were. */
            total: number;
            /** @description Those in force. */
            active: number;
            /** @description Those in force, by severity. */
            by_severity: {
                /** @description Those in force: low. */
                low: number;
                /** @description Those in force: medium. */
                medium: number;
                /** @description Those in force: high. */
                high: number;
                /** @description Those in force: critical. */
                critical: number;
            };
            /** @description Those in force, by type. */
            by_type: {
                /** @description Those in force: reported. */
                user_reported: number;
                /** @description Those in force: of text that tries to steer. */
                injection_blocked: number;
                /** @description Those in force: of agents that contradict each other again and again. */
                contradiction_pattern: number;
                /** @description Those in force: of what was decided against and told again. */
                consensus_violation: number;
            };
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description The lesson: a new one, or the one that said the same and counts once more. */
        ReportedLesson: {
            /**
             * Format: uuid
             * @description The id of the lesson.
             */
            lessonId: string;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description It is done. */
        Done: {
            /**
             * @description It is done.
             * @constant
             */
            success: true;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description The memory says it now. */
        UpdatedMemory: {
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /** @description The newest version of the memory, this one or, where nothing changed, an earlier one. */
            version: number;
            /** @description The memories that it was about: the one that was named first, then others of its owner with the same words. Of an ingest: those that it superseded, or deleted because that was asked for; absent where there are none. */
            ids: string[];
            /** @description Memories that the caller sees and that still have these words: of other owners, with another key, or left by `only_this`. Absent where there are none. */
            same_words?: string[];
            /** @description What else was said by the memories that were replaced or corrected, and holds no longer either; absent where that is nothing. To keep a statement, ingest it anew. */
            also_lost?: string[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description The memory is deleted, with the others of its owner that had its words. */
        DeletedMemory: {
            /**
             * @description It is done.
             * @constant
             */
            success: true;
            /** @description The memories that it was about: the one that was named first, then others of its owner with the same words. Of an ingest: those that it superseded, or deleted because that was asked for; absent where there are none. */
            ids: string[];
            /** @description Memories that the caller sees and that still have these words: of other owners, with another key, or left by `only_this`. Absent where there are none. */
            same_words?: string[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description The memory is active, in the words of that version. */
        RestoredMemory: {
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /** @description The newest version of the memory, this one or, where nothing changed, an earlier one. */
            version: number;
            /** @description The memories that it was about: the one that was named first, then others of its owner with the same words. Of an ingest: those that it superseded, or deleted because that was asked for; absent where there are none. */
            ids: string[];
            /** @description Memories that the caller sees and that still have these words: of other owners, with another key, or left by `only_this`. Absent where there are none. */
            same_words?: string[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description Who may read the memory now. */
        MemoryReaders: {
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /**
             * @description Who in the workspace may read it; null for what is personal.
             * @enum {string}
             */
            visibility: "workspace" | "agent_only" | "restricted";
            /** @description Sorted, each once; empty unless restricted. */
            granted_to: string[];
            /** @description The newest version of the memory, this one or, where nothing changed, an earlier one. */
            version: number;
            /** @description The memories that it was about: the one that was named first, then others of its owner with the same words. Of an ingest: those that it superseded, or deleted because that was asked for; absent where there are none. */
            ids: string[];
            /** @description Memories that the caller sees and that still have these words: of other owners, with another key, or left by `only_this`. Absent where there are none. */
            same_words?: string[];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description The history of a memory, oldest first. */
        Trail: {
            /**
             * Format: uuid
             * @description The id of the memory.
             */
            memoryId: string;
            /** @description The versions, oldest first. */
            trail: components["schemas"]["TrailEntry"][];
            /** @description How many versions there are. */
            versionCount: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description What one version of a memory changed, when, by whom and why. */
        TrailEntry: {
            /** @description From 1, without gaps. */
            version: number;
            /**
             * @description What was done.
             * @enum {string}
             */
            action: "add" | "update" | "supersede" | "delete" | "contest" | "clarify" | "share" | "restore" | "erase";
            /**
             * Format: date-time
             * @description When.
             */
            timestamp: string;
            /** @description A short code. */
            reason: ("extracted" | "verbatim" | "steering_suspected" | "requested" | "recalled" | "opened" | "copied" | "extracted_by_model" | "composed" | "superseded" | "corrected" | "edited" | "replaced" | "same_key" | "late" | "more_precise" | "retracted" | "forgotten" | "withdrawn" | "basis_erased" | "restored" | "contradicts" | "expired" | "settled") | null;
            /** @description The class of the key, and the agent. */
            actor: {
                /**
                 * @description The class of the key that it was done with; `system` for what the service did by itself.
                 * @enum {string}
                 */
                key: "standard" | "admin" | "system";
                /** @description The agent; null where none was named. */
                agentId: string | null;
            };
            /** @description The ingest that it comes from; null where none was the cause. */
            episodeId: string | null;
            /** @description As of that version; only where the caller may see the memory. */
            content?: string;
            /** @description The same of its key, if it has one. */
            key?: string;
        };
        /** @description A page of the times that a memory was said, the first recorded first. */
        TellingPage: {
            /** @description One for each time. */
            tellings: components["schemas"]["Telling"][];
            /** @description How many are on this page. */
            count: number;
            /** @description How many there are. */
            total: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        Telling: {
            /**
             * Format: uuid
             * @description The ingest in which it was said.
             */
            episode_id: string;
            /** @description The turn of the episode, the last of several. */
            turn: number;
            /** @description The first of them. */
            first_turn: number;
            /** @description The session that it was said in; one of your own making. */
            session_id: string | null;
            /** @description The platform that it comes from. */
            source_site: string;
            /** @description `site/` and the source site. */
            namespace: string;
            /** @description May be empty. */
            source_url: string;
            /** @description What the ingest was given with it. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was said; where that was not given, when it was recorded.
             */
            observed_at: string;
            /** @description By a clock so far from UTC it was said: its day is the day of `observed_at` there. Null where neither an offset was given nor a `time_zone`: then UTC. */
            observed_offset: string | null;
            /** @description Whether the time was given. */
            is_dated: boolean;
            /**
             * Format: date-time
             * @description When it was written.
             */
            recorded_at: string;
        };
        /** @description How a memory is linked with others that the caller sees: what it contests and rests on before what is like it. */
        MemoryLinks: {
            /** @description The links. */
            links: components["schemas"]["MemoryLink"][];
            /** @description How many there are. */
            count: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        MemoryLink: {
            /**
             * Format: uuid
             * @description The other memory.
             */
            memory_id: string;
            /**
             * @description `evidence`: one rests on the other; `supersedes`: one is out of force, because the other took its place.
             * @enum {string}
             */
            kind: "similar" | "contradicts" | "supersedes" | "evidence";
            /** @description Cosine of the two; null where it was not worked out. */
            similarity: number | null;
            /**
             * @description `out` from this memory, so to what it rests on, or took the place of; else `in`.
             * @enum {string}
             */
            direction: "out" | "in";
        };
        /** @description What a user makes of their quota: ok below 80 % of it, warn below all of it, else exceeded. */
        Usage: {
            /** @description In all scopes, whoever may read them. */
            active_memories: number;
            /** @description How many active memories the user may have. */
            max_memories: number;
            /** @description Above 1 where the quota is not enforced. */
            usage_ratio: number;
            /**
             * @description In what state it is.
             * @enum {string}
             */
            status: "ok" | "warn" | "exceeded";
            /**
             * @description From 80 % on consolidate, from 90 % on decay, from 100 % on both.
             * @enum {string}
             */
            recommendation: "none" | "consolidate" | "decay" | "consolidate-and-decay";
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A page of conflicts, the newest first. */
        ConflictPage: {
            /** @description The conflicts of this page. */
            conflicts: components["schemas"]["Conflict"][];
            /** @description How many there are. */
            count: number;
            /** @description How many there are in all. */
            total: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A contradiction between two agents of a workspace, or between two memories of the user. Never what they say. */
        Conflict: {
            /**
             * Format: uuid
             * @description The id of the conflict.
             */
            id: string;
            /** @description The agent of the existing memory; null between memories of the user. */
            agent_a: string | null;
            /** @description The agent of the new memory; null between memories of the user. */
            agent_b: string | null;
            /**
             * @description Open, or how it was resolved.
             * @enum {string}
             */
            status: "open" | "resolved_new" | "resolved_existing" | "resolved_both";
            /** @description The workspace; null between memories of the user. */
            workspace_id: string | null;
            /** @description How sure it is that they contradict each other; null where that was not said. */
            confidence: number | null;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            created_at: string;
            /** @description From when on it is resolved without anybody. */
            expires_at: string | null;
            /** @description When it was resolved; null while it is open. */
            resolved_at: string | null;
            /** @description `requested`: somebody resolved it; `expired`: nobody did in time; `settled`: a memory of it was deleted, erased or given other readers; `retracted`: the agent that contradicted says the same by now. */
            resolved_because: ("extracted" | "verbatim" | "steering_suspected" | "requested" | "recalled" | "opened" | "copied" | "extracted_by_model" | "composed" | "superseded" | "corrected" | "edited" | "replaced" | "same_key" | "late" | "more_precise" | "retracted" | "forgotten" | "withdrawn" | "basis_erased" | "restored" | "contradicts" | "expired" | "settled") | null;
            /**
             * Format: uuid
             * @description Only for a caller who sees both memories.
             */
            existing_memory_id?: string;
            /**
             * Format: uuid
             * @description Only for a caller who sees both memories.
             */
            new_memory_id?: string;
        };
        /** @description Conflicts whose time was over. */
        AutoResolved: {
            /** @description How many were resolved. */
            resolved: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A conflict with both of its memories. */
        ConflictRecord: {
            /**
             * Format: uuid
             * @description The id of the conflict.
             */
            id: string;
            /** @description The agent of the existing memory; null between memories of the user. */
            agent_a: string | null;
            /** @description The agent of the new memory; null between memories of the user. */
            agent_b: string | null;
            /**
             * @description Open, or how it was resolved.
             * @enum {string}
             */
            status: "open" | "resolved_new" | "resolved_existing" | "resolved_both";
            /** @description The workspace; null between memories of the user. */
            workspace_id: string | null;
            /** @description How sure it is that they contradict each other; null where that was not said. */
            confidence: number | null;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            created_at: string;
            /** @description From when on it is resolved without anybody. */
            expires_at: string | null;
            /** @description When it was resolved; null while it is open. */
            resolved_at: string | null;
            /** @description `requested`: somebody resolved it; `expired`: nobody did in time; `settled`: a memory of it was deleted, erased or given other readers; `retracted`: the agent that contradicted says the same by now. */
            resolved_because: ("extracted" | "verbatim" | "steering_suspected" | "requested" | "recalled" | "opened" | "copied" | "extracted_by_model" | "composed" | "superseded" | "corrected" | "edited" | "replaced" | "same_key" | "late" | "more_precise" | "retracted" | "forgotten" | "withdrawn" | "basis_erased" | "restored" | "contradicts" | "expired" | "settled") | null;
            /**
             * @description Why they contradict each other.
             * @enum {string}
             */
            reason: "new_value" | "correction" | "replaced" | "same_key" | "negated" | "ended" | "returned" | "late_value" | "same_fact" | "more_precise" | "below_threshold" | "other_owner" | "fewer_readers" | "several_possible" | "disjoint_validity" | "says_more" | "model_said_so" | "forgotten" | "forget_unclear" | "nothing_alike" | "steering_suspected" | "came_back" | "too_many";
            /**
             * @description What trust and age spoke for.
             * @enum {string}
             */
            suggested: "resolved_new" | "resolved_existing" | "resolved_both";
            /** @description The existing memory. */
            existing: components["schemas"]["ConflictSide"];
            /** @description The new memory. */
            new: components["schemas"]["ConflictSide"];
            /** @description What each resolution would make of the two; null once it is resolved. */
            resolutions: {
                /** @description What they would be if it is resolved for the new memory. */
                resolved_new: {
                    /**
                     * @description The existing memory.
                     * @enum {string}
                     */
                    existing: "active" | "needs_clarification" | "superseded" | "deleted";
                    /**
                     * @description The new memory.
                     * @enum {string}
                     */
                    new: "active" | "needs_clarification" | "superseded" | "deleted";
                };
                /** @description What they would be if it is resolved for the existing memory. */
                resolved_existing: {
                    /**
                     * @description The existing memory.
                     * @enum {string}
                     */
                    existing: "active" | "needs_clarification" | "superseded" | "deleted";
                    /**
                     * @description The new memory.
                     * @enum {string}
                     */
                    new: "active" | "needs_clarification" | "superseded" | "deleted";
                };
                /** @description What they would be if it is resolved for both. */
                resolved_both: {
                    /**
                     * @description The existing memory.
                     * @enum {string}
                     */
                    existing: "active" | "needs_clarification" | "superseded" | "deleted";
                    /**
                     * @description The new memory.
                     * @enum {string}
                     */
                    new: "active" | "needs_clarification" | "superseded" | "deleted";
                };
            } | null;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description One of the two memories. */
        ConflictSide: {
            /**
             * Format: uuid
             * @description The id of the memory.
             */
            memory_id: string;
            /** @description The agent that it is of. */
            agent_id: string | null;
            /** @description How far the agent is trusted now. */
            trust_level: number;
            /**
             * @description What it is now.
             * @enum {string}
             */
            status: "active" | "needs_clarification" | "superseded" | "deleted";
            /** @description Its version now. */
            version: number;
            /** @description Its version when the conflict was opened. */
            version_then: number;
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was said.
             */
            observed_at: string;
            /** @description How far it was trusted when it was written. */
            trust_score: number;
            /** @description What it says. */
            content: string;
            /** @description What a fact rests on, of a composite its parts, as far as the caller sees it; empty for what was said itself. */
            evidence: components["schemas"]["Evidence"][];
        };
        /** @description The conflict is resolved, now or before. */
        ResolvedConflict: {
            /**
             * Format: uuid
             * @description The id of the conflict.
             */
            id: string;
            /**
             * @description How.
             * @enum {string}
             */
            status: "resolved_new" | "resolved_existing" | "resolved_both";
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A memory of the conflict is not what it was. Nothing was done: look at it again. */
        ChangedConflict: {
            /** @description What is wrong, for people. */
            error: string;
            /**
             * Format: uuid
             * @description The id of the memory or the episode.
             */
            id: string;
            /**
             * @description In what state it is.
             * @enum {string}
             */
            status: "open" | "resolved_new" | "resolved_existing" | "resolved_both";
            /** @description The version of the existing memory now. */
            existing_version: number;
            /** @description The version of the new memory now. */
            new_version: number;
        };
        /** @description How often memories were changed: creates are add, deletes are delete and erase, updates all else. */
        MutationSummary: {
            /** @description How often a memory was stored. */
            creates: number;
            /** @description How often one was changed. */
            updates: number;
            /** @description How often one was deleted. */
            deletes: number;
            /** @description How many there are in all. */
            total: number;
            /** @description How often each action was done. */
            byAction: {
                /** @description Memories stored. */
                add: number;
                /** @description Corrections. */
                update: number;
                /** @description Memories that another took the place of. */
                supersede: number;
                /** @description Memories deleted. */
                delete: number;
                /** @description Memories that turned out to contradict those of another agent, and wait. */
                contest: number;
                /** @description Contradictions that were told apart. */
                clarify: number;
                /** @description Changes of who may read. */
                share: number;
                /** @description Memories taken back to earlier words. */
                restore: number;
                /** @description Memories erased. */
                erase: number;
            };
            /** @description How many there ever were. */
            memories: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description The last changes of any of the memories, newest first. */
        RecentMutations: {
            /** @description What was done, newest first. */
            mutations: components["schemas"]["Mutation"][];
            /** @description How many there are. */
            count: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description One change of one memory. */
        Mutation: {
            /**
             * Format: uuid
             * @description The id of the memory.
             */
            memoryId: string;
            /** @description What it made of the memory. */
            version: number;
            /**
             * @description What was done.
             * @enum {string}
             */
            action: "add" | "update" | "supersede" | "delete" | "contest" | "clarify" | "share" | "restore" | "erase";
            /**
             * Format: date-time
             * @description When.
             */
            timestamp: string;
            /** @description A short code. */
            reason: ("extracted" | "verbatim" | "steering_suspected" | "requested" | "recalled" | "opened" | "copied" | "extracted_by_model" | "composed" | "superseded" | "corrected" | "edited" | "replaced" | "same_key" | "late" | "more_precise" | "retracted" | "forgotten" | "withdrawn" | "basis_erased" | "restored" | "contradicts" | "expired" | "settled") | null;
            /** @description The class of the key, and the agent. */
            actor: {
                /**
                 * @description The class of the key that it was done with; `system` for what the service did by itself.
                 * @enum {string}
                 */
                key: "standard" | "admin" | "system";
                /** @description The agent; null where none was named. */
                agentId: string | null;
            };
        };
        /** @description A page of agents, in the order of their ids. */
        AgentPage: {
            /** @description The agents of this page. */
            agents: components["schemas"]["AgentOverview"][];
            /** @description How many are on this page. */
            count: number;
            /** @description How many there are in all. */
            total: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description An agent, and what it shares. */
        AgentOverview: {
            /** @description The agent. */
            agent_id: string;
            /** @description What people call it; null where that was not told. */
            display_name: string | null;
            /** @description How far the user trusts it: 0 not at all, 1 fully, 0.5 where nothing was set. */
            trust_level: number;
            /** @description Active memories that it owns and that another agent may read; in a workspace, of those that the caller sees. */
            memories_shared: number;
            /** @description Contradictions that were settled in favour of what it said. */
            conflicts_won: number;
            /** @description Contradictions that were settled against what it said. */
            conflicts_lost: number;
        };
        /** @description How far the user trusts an agent. */
        AgentTrust: {
            /** @description The agent. */
            agent_id: string;
            /** @description How far the user trusts it: 0 not at all, 1 fully, 0.5 where nothing was set. */
            trust_level: number;
            /** @description What people call it; only where that was told. */
            display_name?: string;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description How far the user trusts the agent from now on. */
        AgentTrustGiven: {
            /** @description The agent. */
            agent_id: string;
            /** @description How far the user trusts it: 0 not at all, 1 fully, 0.5 where nothing was set. */
            trust_level: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description How the trust in an agent has changed, newest first. */
        TrustHistory: {
            /** @description The agent. */
            agent_id: string;
            /** @description Newest first. */
            changes: components["schemas"]["TrustChange"][];
            /** @description How many are on this page. */
            count: number;
            /** @description How many there are in all. */
            total: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description One change of the trust in an agent, or of its name. */
        TrustChange: {
            /** @description Counts the changes of this agent, from 1 without gaps. */
            version: number;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description From then on. */
            trust_level: number;
            /** @description Before; 0.5 before the first change. */
            previous: number;
            /** @description What people call it; null where that was not told. */
            display_name: string | null;
            /** @description The class of the key. */
            actor: {
                /**
                 * @description The class of the key that it was done with; `system` for what the service did by itself.
                 * @enum {string}
                 */
                key: "standard" | "admin" | "system";
                /** @description The agent; null where none was named. */
                agentId: string | null;
            };
        };
        /** @description What was turned, and the settings in force. */
        TurnedConfig: {
            /** @description The settings that were turned. */
            applied: ("similarityThreshold" | "audnCandidateThreshold" | "clarificationConflictThreshold" | "maxSearchResults")[];
            config: components["schemas"]["ConfigSnapshot"];
            /** @description What that means for other processes and the next start. */
            note: string;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description These fields take effect at a start of the service. */
        StartupOnly: {
            /** @description What is wrong, for people. */
            error: string;
            /** @description What exactly, and what to do. */
            detail: string;
            /** @description The fields to leave out. */
            rejected: string[];
        };
        /** @description The settings of this deployment are those that it started with. */
        FrozenConfig: {
            /** @description What is wrong, for people. */
            error: string;
            /** @description What exactly, and what to do. */
            detail: string;
        };
        /** @description How the inside of the service is, while all is well. */
        AdminHealth: {
            /**
             * @description `ok`, or `attention` while users are parked: all others are served.
             * @enum {string}
             */
            status: "ok" | "attention";
            /** @description Events that the read models lack; null while the log does not tell or is not the one that they were built from, and in EventStoreDB, where it is only known whether they lack any (0: none). */
            lag: number | null;
            /** @description Where the read models are in the log. */
            position: string;
            /** @description Where the log ends, as it said last; null while it has not. */
            end: string | null;
            /** @description How long ago the log said so, in milliseconds. Health never waits long for the log. */
            end_age_ms: number | null;
            /** @description How often an EventStoreDB has sent this process back to reading, as more came at once than it keeps for a subscriber. Normal after large ingests. */
            overruns: number;
            /**
             * @description What brings the read models up to date does this now.
             * @enum {string}
             */
            projector: "building" | "running" | "retrying" | "stopped";
            /** @description Users set aside because an event of theirs cannot be applied: their writes are refused. */
            parked: number;
            /** @description The embedding model that answers requests. */
            embedding: {
                /** @description The name of the embedding model. */
                model: string;
                /** @description The length of its vectors. */
                dimensions: number;
                /** @description The model that the store is being changed to or was changed from; null: no change is under way. */
                beside: {
                    /** @description The name of the embedding model. */
                    model: string;
                    /** @description The length of its vectors. */
                    dimensions: number;
                    /** @description Events that its read models lack and those that answer have; null like the lag above. */
                    lag: number | null;
                } | null;
            };
            /** @description The servers that searches ask. While one is away searches do without, and the service is well. */
            providers: {
                /**
                 * @description What it is asked for.
                 * @enum {string}
                 */
                provider: "embedding" | "reranker" | "llm";
                /**
                 * @description Whether its last answer was good; `ok` where none was asked for.
                 * @enum {string}
                 */
                status: "ok" | "degraded";
                /** @description Since when it has failed; null while it is well. */
                since: string | null;
                /** @description How it failed last. */
                detail: string | null;
            }[];
            /** @description The first hundred; null while they cannot be read. */
            parked_users: components["schemas"]["ParkedUser"][] | null;
            /** @description Appends that wait for their transaction. */
            appends_waiting: number;
            /** @description Writes that wait for another one of their user. */
            writers_waiting: number;
            /** @description The read tables that requests see. */
            generation: string;
            /** @description Lessons that went because a user had more than 10,000, the oldest first; null while it cannot be read. */
            lessons_expired: number | null;
            /** @description Conflicts that were resolved before their time because a user had more than 10,000 open ones, the oldest first; null while it cannot be read. */
            conflicts_expired: number | null;
            /** @description Where the log is. */
            event_store: string;
            /** @description Where the read models are. */
            database: string;
        };
        /** @description A user with an event that cannot be applied. */
        ParkedUser: {
            /** @description Whose memories. */
            user_id: string;
            /** @description Of the event to blame. */
            position: string;
            /** @description The kind of fault, never words of the event. */
            reason: string;
        };
        /** @description The same, while something is down. */
        AdminHealthDegraded: {
            /**
             * @description In what state it is.
             * @constant
             */
            status: "degraded";
            /** @description Why, or what is down. */
            reason: string;
            /** @description Events that the read models lack; null while the log does not tell or is not the one that they were built from, and in EventStoreDB, where it is only known whether they lack any (0: none). */
            lag: number | null;
            /** @description Where the read models are in the log. */
            position: string;
            /** @description Where the log ends, as it said last; null while it has not. */
            end: string | null;
            /** @description How long ago the log said so, in milliseconds. Health never waits long for the log. */
            end_age_ms: number | null;
            /** @description How often an EventStoreDB has sent this process back to reading, as more came at once than it keeps for a subscriber. Normal after large ingests. */
            overruns: number;
            /**
             * @description What brings the read models up to date does this now.
             * @enum {string}
             */
            projector: "building" | "running" | "retrying" | "stopped";
            /** @description Users set aside because an event of theirs cannot be applied: their writes are refused. */
            parked: number;
            /** @description The embedding model that answers requests. */
            embedding: {
                /** @description The name of the embedding model. */
                model: string;
                /** @description The length of its vectors. */
                dimensions: number;
                /** @description The model that the store is being changed to or was changed from; null: no change is under way. */
                beside: {
                    /** @description The name of the embedding model. */
                    model: string;
                    /** @description The length of its vectors. */
                    dimensions: number;
                    /** @description Events that its read models lack and those that answer have; null like the lag above. */
                    lag: number | null;
                } | null;
            };
            /** @description The servers that searches ask. While one is away searches do without, and the service is well. */
            providers: {
                /**
                 * @description What it is asked for.
                 * @enum {string}
                 */
                provider: "embedding" | "reranker" | "llm";
                /**
                 * @description Whether its last answer was good; `ok` where none was asked for.
                 * @enum {string}
                 */
                status: "ok" | "degraded";
                /** @description Since when it has failed; null while it is well. */
                since: string | null;
                /** @description How it failed last. */
                detail: string | null;
            }[];
            /** @description The first hundred; null while they cannot be read. */
            parked_users: components["schemas"]["ParkedUser"][] | null;
            /** @description Appends that wait for their transaction. */
            appends_waiting: number;
            /** @description Writes that wait for another one of their user. */
            writers_waiting: number;
            /** @description The read tables that requests see. */
            generation: string;
            /** @description Lessons that went because a user had more than 10,000, the oldest first; null while it cannot be read. */
            lessons_expired: number | null;
            /** @description Conflicts that were resolved before their time because a user had more than 10,000 open ones, the oldest first; null while it cannot be read. */
            conflicts_expired: number | null;
            /** @description Where the log is. */
            event_store: string;
            /** @description Where the read models are. */
            database: string;
        };
        /** @description What was done with the admin key, newest first. */
        AdminActions: {
            /** @description What was done, newest first. */
            actions: components["schemas"]["AdminAction"][];
            /** @description How many there are. */
            count: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description Something that was done with the admin key. */
        AdminAction: {
            /** @description Whose memories. */
            user_id: string;
            /**
             * @description Of a memory where one is named, else of an episode; `trust`: of an agent; `erase_user`: all of the user.
             * @enum {string}
             */
            action: "record" | "ingest" | "add" | "update" | "supersede" | "contest" | "clarify" | "share" | "restore" | "delete" | "erase" | "trust" | "erase_user";
            /** @description The id of the memory; null where it is not about one. */
            memory_id: string | null;
            /** @description The ingest that it comes from. */
            episode_id: string | null;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /**
             * Format: uuid
             * @description The same for all that one request did.
             */
            command_id: string;
            /** @description Of `erase_user`; null for all else. */
            deleted: components["schemas"]["DeletedOfUser"] | null;
        };
        /** @description How much there was of a user. */
        DeletedOfUser: {
            /** @description In all scopes, deleted ones as well. */
            memories: number;
            /** @description Of these, what was made of others. */
            derived: number;
            /** @description The episodes of this page. */
            episodes: number;
            /** @description Of these episodes. */
            turns: number;
            /** @description In force or not. */
            lessons: number;
            /** @description Open or resolved. */
            conflicts: number;
            /** @description That wrote, or of which anything was said. */
            agents: number;
            /** @description Receipts of searches. */
            recalls: number;
        };
        /** @description A page of users, in the order of their ids. */
        UserPage: {
            /** @description The users of this page. */
            users: components["schemas"]["UserOverview"][];
            /** @description How many there are. */
            count: number;
            /** @description What to send as `after` for the next page; null on the last. */
            next_after: string | null;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description A user with active memories. */
        UserOverview: {
            /** @description Whose memories. */
            user_id: string;
            /** @description Active ones, in all scopes. */
            memories: number;
            /**
             * Format: date-time
             * @description When anything happened to them last, recalls included.
             */
            last_activity: string;
        };
        /** @description How much there is of a user. */
        UserExtent: {
            /** @description Whose memories. */
            user_id: string;
            /** @description In all scopes, deleted ones as well. */
            memories: number;
            /** @description Of these, what was made of others. */
            derived: number;
            /** @description The episodes of this page. */
            episodes: number;
            /** @description Of these episodes. */
            turns: number;
            /** @description In force or not. */
            lessons: number;
            /** @description Open or resolved. */
            conflicts: number;
            /** @description That wrote, or of which anything was said. */
            agents: number;
            /** @description Receipts of searches. */
            recalls: number;
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        /** @description All that there was of the user is erased. */
        DeletedUser: {
            /**
             * @description It is done.
             * @constant
             */
            success: true;
            /** @description How much there was of the user. */
            deleted: components["schemas"]["DeletedOfUser"];
            /** @description Fields of the request that nothing has read, at most 20, each with its path; absent where there are none. Only in the answer itself, not in a part of it. */
            ignored_fields?: string[];
        };
        ListMemoriesQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description How many memories at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
            /** @description What comes behind the page that named it, whatever is added meanwhile. */
            cursor?: string;
            /** @description Only from this platform. No effect in a workspace. */
            source_site?: string;
            /**
             * Format: uuid
             * @description Only from this ingest. No effect in a workspace.
             */
            episode_id?: string;
            /** @description Only memories whose metadata pass: under each key a value, or conditions on it. A JSON object. */
            metadata?: string;
            /** @description Only what was said in this session. */
            session_id?: string;
            /**
             * @description Only memories of this type.
             * @enum {string}
             */
            memory_type?: "semantic" | "episodic" | "procedural" | "composite";
            /** @description Only what was observed at this time or later. A date is a day where it was said, by `observed_offset`. */
            from?: string;
            /** @description Only what was observed at this time or earlier; a date includes its day. */
            to?: string;
            /** @description Only memories whose writer has given them this key. */
            key?: string;
            /** @description Only memories about this subject, in any case of letters. */
            subject?: string;
            /** @description Where the user is, by its name in the IANA database; UTC if absent. Times without an offset are of there. What is said at no given time, or at a time of UTC (`Z`), is said by the clock of there: so it is today, or yesterday. Of a search: where "today" is asked, and where days are of what has no `observed_offset`. */
            time_zone?: string;
        };
        MemoryStatisticsQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
        };
        ListEpisodesQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description How many episodes at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
        };
        GetEpisodeQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
        };
        DeleteEpisodeQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description Erase what is said for good. Admin key only.
             * @default false
             * @enum {string}
             */
            hard?: "true" | "false";
        };
        DeleteSessionQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description Erase what is said for good. Admin key only.
             * @default false
             * @enum {string}
             */
            hard?: "true" | "false";
        };
        ListEntitiesQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
            /** @description Only those whose name has this in it, in any case, with or without accents. */
            q?: string;
        };
        GetEntityQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
            /**
             * @description Only as such.
             * @enum {string}
             */
            type?: "person" | "organization" | "place" | "project" | "tool" | "concept" | "event";
        };
        GetRecallQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
        };
        MemoryRecallsQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /** @description What comes behind the page that named it. */
            cursor?: string;
        };
        ListLessonsQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
        };
        LessonStatisticsQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
        };
        DeactivateLessonQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description Erase what is said for good. Admin key only.
             * @default false
             * @enum {string}
             */
            hard?: "true" | "false";
        };
        GetMemoryQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
        };
        DeleteMemoryQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description Erase what is said for good. Admin key only.
             * @default false
             * @enum {string}
             */
            hard?: "true" | "false";
            /**
             * @description Whether other memories of the owner with the same words and key stay as they are: for one event among equals.
             * @default false
             * @enum {string}
             */
            only_this?: "true" | "false";
        };
        DeleteMemoriesQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /** @description Only from this platform. */
            source_site?: string;
            /** @description Only from this session. */
            session_id?: string;
            /**
             * Format: uuid
             * @description Only from this ingest.
             */
            episode_id?: string;
            /**
             * @description Erase what is said for good. Admin key only.
             * @default false
             * @enum {string}
             */
            hard?: "true" | "false";
        };
        MemoryTrailQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
        };
        MemoryTellingsQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
        };
        MemoryLinksQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
        };
        MemoryCapQuery: {
            /** @description Whose memories. */
            user_id: string;
        };
        ListConflictsQuery: {
            /** @description Whose agents. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description Only those; `resolved`: in any way.
             * @default open
             * @enum {string}
             */
            status?: "open" | "resolved_new" | "resolved_existing" | "resolved_both" | "resolved" | "all";
            /**
             * @description Also the contradictions of the user's own memories in which both stay; not in a workspace.
             * @constant
             */
            include?: "personal";
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
        };
        GetConflictQuery: {
            /** @description Whose agents. */
            user_id: string;
            /** @description The workspace that it is in. */
            workspace_id: string;
            /** @description The agent that asks. */
            agent_id: string;
        };
        AuditSummaryQuery: {
            /** @description Whose memories. */
            user_id: string;
        };
        AuditRecentQuery: {
            /** @description Whose memories. */
            user_id: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
        };
        ListAgentsQuery: {
            /** @description Whose memories. */
            user_id: string;
            /** @description The workspace inside the tenancy of the user. Requires agent_id. */
            workspace_id?: string;
            /** @description The agent that asks. */
            agent_id?: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
        };
        GetAgentTrustQuery: {
            /** @description Whose agent it is. */
            user_id: string;
            /** @description The agent that is or may be trusted. */
            agent_id: string;
        };
        AgentAuditQuery: {
            /** @description Whose agent it is. */
            user_id: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
        };
        AdminAuditQuery: {
            /** @description Only to this user. */
            user_id?: string;
            /**
             * @description How many at most.
             * @default 20
             */
            limit?: number;
            /**
             * @description How many to leave out first.
             * @default 0
             */
            offset?: number;
        };
        AdminUsersQuery: {
            /**
             * @description How many at most.
             * @default 100
             */
            limit?: number;
            /** @description From behind this user id on. */
            after?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Schemas = components['schemas']
/** What each operation takes, in its body or its query, and what it answers. */
export interface Operations {
  greet: { input: Record<never, never>; result: Schemas['Greeting'] }
  health: { input: Record<never, never>; result: Schemas['Health'] }
  live: { input: Record<never, never>; result: Schemas['Serving'] }
  ready: { input: Record<never, never>; result: Schemas['Serving'] }
  memoryHealth: { input: Record<never, never>; result: Schemas['HealthWithConfig'] }
  describe: { input: Record<never, never>; result: Schemas['OpenApiDocument'] }
  ingest: { input: Schemas['IngestBody']; result: Schemas['IngestResult'] | Schemas['IngestAccepted'] }
  ingestQuick: { input: Schemas['IngestQuickBody']; result: Schemas['IngestResult'] }
  previewIngest: { input: Schemas['PreviewIngestBody']; result: Schemas['PreviewedIngest'] }
  ingestBatch: { input: Schemas['IngestBatchBody']; result: Schemas['IngestBatchResult'] }
  search: { input: Schemas['SearchBody']; result: Schemas['SearchAnswer'] }
  searchFast: { input: Schemas['SearchFastBody']; result: Schemas['SearchAnswer'] }
  explainSearch: { input: Schemas['ExplainSearchBody']; result: Schemas['SearchExplanation'] }
  expandMemories: { input: Schemas['ExpandMemoriesBody']; result: Schemas['ExpandedMemories'] }
  listMemories: { input: Schemas['ListMemoriesQuery']; result: Schemas['MemoryPage'] }
  memoryStatistics: { input: Schemas['MemoryStatisticsQuery']; result: Schemas['Statistics'] }
  listEpisodes: { input: Schemas['ListEpisodesQuery']; result: Schemas['EpisodePage'] }
  getEpisode: { input: Schemas['GetEpisodeQuery']; result: Schemas['Episode'] }
  deleteEpisode: { input: Schemas['DeleteEpisodeQuery']; result: Schemas['DeletedMemories'] }
  deleteSession: { input: Schemas['DeleteSessionQuery']; result: Schemas['DeletedMemories'] }
  listEntities: { input: Schemas['ListEntitiesQuery']; result: Schemas['EntityPage'] }
  getEntity: { input: Schemas['GetEntityQuery']; result: Schemas['EntityOfName'] }
  getRecall: { input: Schemas['GetRecallQuery']; result: Schemas['Recall'] }
  memoryRecalls: { input: Schemas['MemoryRecallsQuery']; result: Schemas['RecallsOfMemory'] }
  listLessons: { input: Schemas['ListLessonsQuery']; result: Schemas['LessonPage'] }
  lessonStatistics: { input: Schemas['LessonStatisticsQuery']; result: Schemas['LessonStatistics'] }
  reportLesson: { input: Schemas['ReportLessonBody']; result: Schemas['ReportedLesson'] }
  deactivateLesson: { input: Schemas['DeactivateLessonQuery']; result: Schemas['Done'] }
  getMemory: { input: Schemas['GetMemoryQuery']; result: Schemas['MemoryRecord'] }
  updateMemory: { input: Schemas['UpdateMemoryBody']; result: Schemas['UpdatedMemory'] }
  deleteMemory: { input: Schemas['DeleteMemoryQuery']; result: Schemas['DeletedMemory'] }
  restoreMemory: { input: Schemas['RestoreMemoryBody']; result: Schemas['RestoredMemory'] }
  shareMemory: { input: Schemas['ShareMemoryBody']; result: Schemas['MemoryReaders'] }
  deleteMemories: { input: Schemas['DeleteMemoriesQuery']; result: Schemas['DeletedMemories'] }
  memoryTrail: { input: Schemas['MemoryTrailQuery']; result: Schemas['Trail'] }
  memoryTellings: { input: Schemas['MemoryTellingsQuery']; result: Schemas['TellingPage'] }
  memoryLinks: { input: Schemas['MemoryLinksQuery']; result: Schemas['MemoryLinks'] }
  memoryCap: { input: Schemas['MemoryCapQuery']; result: Schemas['Usage'] }
  listConflicts: { input: Schemas['ListConflictsQuery']; result: Schemas['ConflictPage'] }
  autoResolveConflicts: { input: Schemas['AutoResolveConflictsBody']; result: Schemas['AutoResolved'] }
  getConflict: { input: Schemas['GetConflictQuery']; result: Schemas['ConflictRecord'] }
  resolveConflict: { input: Schemas['ResolveConflictBody']; result: Schemas['ResolvedConflict'] }
  auditSummary: { input: Schemas['AuditSummaryQuery']; result: Schemas['MutationSummary'] }
  auditRecent: { input: Schemas['AuditRecentQuery']; result: Schemas['RecentMutations'] }
  listAgents: { input: Schemas['ListAgentsQuery']; result: Schemas['AgentPage'] }
  getAgentTrust: { input: Schemas['GetAgentTrustQuery']; result: Schemas['AgentTrust'] }
  setAgentTrust: { input: Schemas['SetAgentTrustBody']; result: Schemas['AgentTrustGiven'] }
  agentAudit: { input: Schemas['AgentAuditQuery']; result: Schemas['TrustHistory'] }
  turnConfig: { input: Schemas['TurnConfigBody']; result: Schemas['TurnedConfig'] }
  adminHealth: { input: Record<never, never>; result: Schemas['AdminHealth'] }
  adminAudit: { input: Schemas['AdminAuditQuery']; result: Schemas['AdminActions'] }
  adminUsers: { input: Schemas['AdminUsersQuery']; result: Schemas['UserPage'] }
  adminUser: { input: Record<never, never>; result: Schemas['UserExtent'] }
  eraseUser: { input: Record<never, never>; result: Schemas['DeletedUser'] }
}
/** The method and path of each operation, and whether it takes an Idempotency-Key. */
export const endpoints = {
  greet: { method: 'GET', path: '/', writes: false },
  health: { method: 'GET', path: '/health', writes: false },
  live: { method: 'GET', path: '/health/live', writes: false },
  ready: { method: 'GET', path: '/health/ready', writes: false },
  memoryHealth: { method: 'GET', path: '/v1/memories/health', writes: false },
  describe: { method: 'GET', path: '/openapi.json', writes: false },
  ingest: { method: 'POST', path: '/v1/memories/ingest', writes: true },
  ingestQuick: { method: 'POST', path: '/v1/memories/ingest/quick', writes: true },
  previewIngest: { method: 'POST', path: '/v1/memories/ingest/preview', writes: false },
  ingestBatch: { method: 'POST', path: '/v1/memories/ingest/batch', writes: true },
  search: { method: 'POST', path: '/v1/memories/search', writes: false },
  searchFast: { method: 'POST', path: '/v1/memories/search/fast', writes: false },
  explainSearch: { method: 'POST', path: '/v1/memories/search/explain', writes: false },
  expandMemories: { method: 'POST', path: '/v1/memories/expand', writes: false },
  listMemories: { method: 'GET', path: '/v1/memories/list', writes: false },
  memoryStatistics: { method: 'GET', path: '/v1/memories/stats', writes: false },
  listEpisodes: { method: 'GET', path: '/v1/memories/episodes', writes: false },
  getEpisode: { method: 'GET', path: '/v1/memories/episodes/{id}', writes: false },
  deleteEpisode: { method: 'DELETE', path: '/v1/memories/episodes/{id}', writes: true },
  deleteSession: { method: 'DELETE', path: '/v1/memories/sessions/{id}', writes: true },
  listEntities: { method: 'GET', path: '/v1/memories/entities', writes: false },
  getEntity: { method: 'GET', path: '/v1/memories/entities/{name}', writes: false },
  getRecall: { method: 'GET', path: '/v1/memories/recalls/{id}', writes: false },
  memoryRecalls: { method: 'GET', path: '/v1/memories/{id}/recalls', writes: false },
  listLessons: { method: 'GET', path: '/v1/memories/lessons', writes: false },
  lessonStatistics: { method: 'GET', path: '/v1/memories/lessons/stats', writes: false },
  reportLesson: { method: 'POST', path: '/v1/memories/lessons/report', writes: true },
  deactivateLesson: { method: 'DELETE', path: '/v1/memories/lessons/{id}', writes: true },
  getMemory: { method: 'GET', path: '/v1/memories/{id}', writes: false },
  updateMemory: { method: 'PUT', path: '/v1/memories/{id}', writes: true },
  deleteMemory: { method: 'DELETE', path: '/v1/memories/{id}', writes: true },
  restoreMemory: { method: 'POST', path: '/v1/memories/{id}/restore', writes: true },
  shareMemory: { method: 'PUT', path: '/v1/memories/{id}/visibility', writes: true },
  deleteMemories: { method: 'DELETE', path: '/v1/memories', writes: true },
  memoryTrail: { method: 'GET', path: '/v1/memories/{id}/audit', writes: false },
  memoryTellings: { method: 'GET', path: '/v1/memories/{id}/tellings', writes: false },
  memoryLinks: { method: 'GET', path: '/v1/memories/{id}/links', writes: false },
  memoryCap: { method: 'GET', path: '/v1/memories/cap', writes: false },
  listConflicts: { method: 'GET', path: '/v1/agents/conflicts', writes: false },
  autoResolveConflicts: { method: 'POST', path: '/v1/agents/conflicts/auto-resolve', writes: true },
  getConflict: { method: 'GET', path: '/v1/agents/conflicts/{id}', writes: false },
  resolveConflict: { method: 'PUT', path: '/v1/agents/conflicts/{id}/resolve', writes: true },
  auditSummary: { method: 'GET', path: '/v1/memories/audit/summary', writes: false },
  auditRecent: { method: 'GET', path: '/v1/memories/audit/recent', writes: false },
  listAgents: { method: 'GET', path: '/v1/agents', writes: false },
  getAgentTrust: { method: 'GET', path: '/v1/agents/trust', writes: false },
  setAgentTrust: { method: 'PUT', path: '/v1/agents/trust', writes: true },
  agentAudit: { method: 'GET', path: '/v1/agents/{agent_id}/audit', writes: false },
  turnConfig: { method: 'PUT', path: '/v1/memories/config', writes: false },
  adminHealth: { method: 'GET', path: '/v1/admin/health', writes: false },
  adminAudit: { method: 'GET', path: '/v1/admin/audit', writes: false },
  adminUsers: { method: 'GET', path: '/v1/admin/users', writes: false },
  adminUser: { method: 'GET', path: '/v1/admin/users/{user_id}', writes: false },
  eraseUser: { method: 'DELETE', path: '/v1/admin/users/{user_id}', writes: true },
} as const
