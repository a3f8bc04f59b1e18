// Generated from docs/openapi.json by `npm run docs`.
export interface paths {
    "/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections in order of registration
         * @description Needs the scope `read`.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection and what it can do
         * @description Needs the scope `read`.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of a number from the provider
         * @description Read from the provider at request time; nothing of it is stored.
         *
         *     Needs the scope `read`. Needs an official connection and the Official or Agency plan.
         */
        get: operations["getConnectionHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections/{id}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the business profile of a number from the provider
         * @description Needs the scope `read`. Needs an official connection and the Official or Agency plan.
         */
        get: operations["getConnectionProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the business profile of a number
         * @description Only the fields that you send change. The answer is the profile as the provider has it afterwards.
         *
         *     Needs the scope `write`. Needs an official connection and the Official or Agency plan.
         */
        patch: operations["changeConnectionProfile"];
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Needs the scope `read`.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create a contact, or update the one that has the identity
         * @description Updates the contact that has one of the identities, or else creates a contact. A null field counts as left out; use PATCH to clear a field. Both forms of a Brazilian mobile number are one phone, and the form stored first stays.
         *
         *     Needs the scope `write`.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact
         * @description For the id of a merged contact, the answer is the contact that continues.
         *
         *     Needs the scope `read`.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Erase a person
         * @description Extension. For good, and also in the log: the keys under which everything about the person is stored are destroyed. Contact, conversations and messages stay in lists and totals, with null where they said something of the person, and `erased: true`. Sends that wait are refused, and deliveries that wait become dead. A person that writes again is a new contact. Contacts merged into this one are the same person. Erasing twice is the same answer. The answer lists, once it is done, where webhooks had told of the person: they must hear of it from you, or by the event `contact.erased`.
         *
         *     Needs the scope `write`.
         */
        delete: operations["eraseContact"];
        options?: never;
        head?: never;
        /**
         * Change a contact
         * @description Only the fields that you send change. An identity replaces the one of the same kind, which other contacts may then have.
         *
         *     Needs the scope `write`.
         */
        patch: operations["editContact"];
        trace?: never;
    };
    "/contacts/{id}/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how far the erasure of a person is
         * @description Extension. Also afterwards. 404 for a contact that nobody asked to erase.
         *
         *     Needs the scope `read`.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything held on a person
         * @description Extension. Every fact of the log about the person, of the contact and of those merged into it, with its time and its source, and who received webhooks about it. It is read while it is sent: an answer that ends early is no valid JSON. A raw event, which may concern others too, is named by the `cause` of its facts; a file by its id.
         *
         *     Needs the scope `read`.
         */
        get: operations["exportContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge two contacts of one person
         * @description Extension. The older contact continues. It is found by the identities of both, takes over a name and a stage that it lacks, and shows the conversations and sales of both; each conversation keeps its messages. The id of the other one leads to it from then on. Two contacts with different BSUIDs on one connection are two persons and are not merged, nor are two that were separated before. Repeating the call changes nothing. POST /contacts/{id}/unmerge undoes it.
         *
         *     Needs the scope `write`.
         */
        post: operations["mergeContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the merge of two contacts
         * @description Extension. The id of a merged contact separates that one. The id of the contact that continues undoes the last merge into it that is not undone yet: each further call undoes one more, so name the merged contact, which `dry_run` tells, where a call may be repeated. The separated contact gets back the identities that it had when it was merged, except those that other contacts have by now, and shows its conversations and their sales; the other one keeps a name and a stage that it took over. The two are never merged again.
         *
         *     Needs the scope `write`.
         */
        post: operations["unmergeContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description Needs the scope `read`.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the conversation of a connection and a person
         * @description At least one identity is needed; all that are sent must be those of one contact.
         *
         *     Needs the scope `read`.
         */
        get: operations["resolveConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation
         * @description Needs the scope `read`.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set status, tags, assignee and internal note of a conversation
         * @description Only the fields that you send change; null clears tags, assignee_name and internal_note. The next inbound message opens the conversation again.
         *
         *     Needs the scope `write`.
         */
        patch: operations["editConversation"];
        trace?: never;
    };
    "/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a conversation's messages, oldest first
         * @description Messages of the history of a number that is shared with the Business app stand first, in order of `created_at`, which is the time of WhatsApp for them. They are in no other list.
         *
         *     Needs the scope `read`.
         */
        get: operations["listConversationMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or follow the events that webhooks receive
         * @description Extension. The events that webhooks receive, also where none is configured, in the order of the log. Each is byte for byte what is POSTed, except that `sequence` is null: it numbers the deliveries to one webhook.
         *
         *     Call again with `after` set to `next_cursor`, at once while `has_more` is true. A cursor is opaque and never expires.
         *
         *     With the header `Accept: text/event-stream` the answer is an endless stream: `data` is the event, `id` the cursor after it. The stream begins after `Last-Event-ID` or `after`, else with `since`, else with the next event. A comment after 15 s of silence shows that the stream lives. Each `id` is a cursor, and each cursor an `id`.
         *
         *     Needs the scope `read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find anything by an id, a name or words
         * @description Extension. At most 10 things of the account that `q` identifies: an id of ours, the provider’s id of a message, an Idempotency-Key, a `biz_opaque_callback_data`, an `x-request-id`, a raw event, or a phone number. Then at most 10 people whose names, and the newest 20 messages whose texts, have words that begin with each word of `q`; case and accents do not matter. What looks like a secret is refused.
         *
         *     Needs the scope `read`.
         */
        get: operations["findAnything"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest checkpoint of the log
         * @description Extension. A signed note (C2SP tlog-checkpoint) over all facts of the account up to the last round. Whoever keeps it notices when one of them is changed later. 404 before the first round.
         *
         *     Needs the scope `read`.
         */
        get: operations["getLogCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/proof/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a proof that a fact is in the log
         * @description Extension. A file of C2SP tlog-proof against the newest checkpoint, which `examples/verify-proof.mjs` or any program of that standard verifies. It has the stored fact, whose personal part is sealed, unless its person was erased. 404 for an unknown event, and for one that no checkpoint covers yet.
         *
         *     Needs the scope `read`.
         */
        get: operations["getLogProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/{level}/{a}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get hashes of the log, by a path of 1 parts
         * @description Extension. A tile of C2SP tlog-tiles: up to 256 hashes of 32 bytes, one after the other. It never changes. 404 for tiles that no checkpoint needs.
         *
         *     Needs the scope `read`.
         */
        get: operations["getLogTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/{level}/{a}/{b}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get hashes of the log, by a path of 2 parts
         * @description Extension. A tile of C2SP tlog-tiles: up to 256 hashes of 32 bytes, one after the other. It never changes. 404 for tiles that no checkpoint needs.
         *
         *     Needs the scope `read`.
         */
        get: operations["getLogTileBelow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/{level}/{a}/{b}/{c}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get hashes of the log, by a path of 3 parts
         * @description Extension. A tile of C2SP tlog-tiles: up to 256 hashes of 32 bytes, one after the other. It never changes. 404 for tiles that no checkpoint needs.
         *
         *     Needs the scope `read`.
         */
        get: operations["getLogTileFurtherBelow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/{level}/{a}/{b}/{c}/{d}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get hashes of the log, by a path of 4 parts
         * @description Extension. A tile of C2SP tlog-tiles: up to 256 hashes of 32 bytes, one after the other. It never changes. 404 for tiles that no checkpoint needs.
         *
         *     Needs the scope `read`.
         */
        get: operations["getLogTileDeepest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file to be sent as media.id
         * @description Recado detects the type from the content. The id is valid on this connection for 30 days.
         *
         *     Needs the scope `write`. Needs an official connection and the Official or Agency plan.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of a file
         * @description For files that the connection uploaded or received; read from the provider unless Recado keeps a copy.
         *
         *     Needs the scope `read`. Needs an official connection and the Official or Agency plan.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        /**
         * Delete a file at the provider
         * @description Our copy of the file goes with it.
         *
         *     Needs the scope `write`. Needs an official connection and the Official or Agency plan.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file in its original content type
         * @description Streams our copy of the file where there is one, else the file from the provider, whose address and token are not revealed. Anything except images (but not SVG), audio, video and PDF is sent as an attachment.
         *
         *     Needs the scope `read`. Needs an official connection and the Official or Agency plan.
         */
        get: operations["downloadMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Needs the scope `read`.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a message
         * @description Send `conversation_id` to reply in a conversation, or `connection_id` and `recipient` to start one. 202 with `accepted` true means that the provider accepted the message; webhooks and GET /messages report its delivery. A type other than text needs an official connection and the Official or Agency plan.
         *
         *     Needs the scope `write`.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/interactive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send buttons, a list or a flow
         * @description Send a location, contacts or a reaction with POST /messages.
         *
         *     Needs the scope `write`. Needs an official connection and the Official or Agency plan.
         */
        post: operations["sendInteractiveMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an image, a video, an audio, a document or a sticker
         * @description Needs the scope `write`. Needs an official connection and the Official or Agency plan.
         */
        post: operations["sendMediaMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an approved template
         * @description A template is the only type that reaches a person outside the 24-hour window.
         *
         *     Needs the scope `write`. Needs an official connection and the Official or Agency plan.
         */
        post: operations["sendTemplateMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a text message
         * @description Needs the scope `write`.
         */
        post: operations["sendTextMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a message with its provider payload
         * @description Needs the scope `read`.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an inbound message as read
         * @description The status of this message becomes read. The unread count then counts only messages after it, but the status of earlier messages stays. Marking the message again changes nothing. With `typing` the person also sees, until the next message or for 25 seconds, that somebody writes.
         *
         *     Needs the scope `write`. Needs an official connection and the Official or Agency plan.
         */
        post: operations["markMessageRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the API in OpenAPI 3.1
         * @description Needs no key.
         */
        get: operations["getOpenapiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attributed sales
         * @description Needs the scope `read`. Needs an official connection and the Official or Agency plan.
         */
        get: operations["listSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the JSON Schemas of facts and webhook events
         * @description Extension. Every fact of the log and its event stream, and every event that is posted to webhooks.
         *
         *     Needs no key.
         */
        get: operations["listSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schemas/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the JSON Schema of a fact or a webhook event
         * @description Extension. JSON Schema 2020-12 of the data of a fact, or of the body posted to a webhook. Sends an `ETag`, and answers 304 to one in `If-None-Match` that is still current.
         *
         *     Needs no key.
         */
        get: operations["getSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stages in order of position
         * @description Needs the scope `read`.
         */
        get: operations["listStages"];
        put?: never;
        /**
         * Add a stage after the last one
         * @description Needs the scope `write`.
         */
        post: operations["addStage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a stage
         * @description Its contacts show the stage that is derived for them again.
         *
         *     Needs the scope `write`.
         */
        delete: operations["removeStage"];
        options?: never;
        head?: never;
        /**
         * Rename, recolour or move a stage
         * @description Needs the scope `write`.
         */
        patch: operations["editStage"];
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List message templates
         * @description As the provider last listed them, the one that changed last first.
         *
         *     Needs the scope `read`.
         */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trace/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trace a message
         * @description Extension. Everything that happened to a message, in order: its request, each fact of the log, each call of the provider and each status it reported, each delivery and each POST of it. `why` names the rule behind a state that needs an explanation, and puts it into a sentence. GET /find finds a message by other values, such as an Idempotency-Key.
         *
         *     Needs the scope `read`.
         */
        get: operations["traceMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List raw provider events
         * @description Needs the scope `read`.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a whole raw provider event
         * @description Extension. A native event above 890 KiB comes in webhooks and GET /events without its content: `oversized` is true in it, and `payload_url` is this path. So is `payload_url` in the payload of a message above 1 MB, which has `truncated`. The id is that of GET /webhook-events, or the uuid in such a path.
         *
         *     Needs the scope `read`.
         */
        get: operations["getWebhookEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook configurations
         * @description Needs the scope `read`.
         */
        get: operations["listWebhooks"];
        /**
         * Configure a connection's webhook
         * @description Replaces the whole configuration: omitted events become [], omitted active becomes true, and the secret stays unless you send another one. A replaced secret signs beside the new one for 24 hours, so at most 10 are replaced in a day.
         *
         *     Each delivery is a POST with the header `x-service-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "{t}.{body}">`, keyed with the whole secret as text; during a rotation there is one v1 for each secret. Test vector: secret `whsec_test_secret`, t `1767225600`, body `{"type":"whatsapp.message.received","n":1}` gives v1 `4076938140e946c84c35ff2c19d779f0d07204398e9e062e4ae984c71cff8d6a`. It also carries the headers of Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature), keyed with the base64-decoded part of the secret after whsec_; a secret without that prefix is the key as text.
         *
         *     webhook-id is the event's id, the same on every attempt: ignore ids that you have already processed. Any 2xx within 15 seconds counts as delivered; otherwise Recado tries again after 5 s, 1 m, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, unless the operator has set other waits. 410 pauses the webhook.
         *
         *     Recado reports each status once, in the order in which WhatsApp sends it. WhatsApp guarantees no order, so `delivered` may follow `read`. The event shows the message's current state, which never moves back.
         *
         *     Needs the scope `write`.
         */
        put: operations["configureWebhook"];
        post?: never;
        /**
         * Pause a connection's webhook
         * @description Configuration and history stay. Deliveries that become due meanwhile wait; Recado makes them in order when the webhook is configured as active again.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deactivateWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Needs the scope `read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery with its attempts
         * @description Extension. Every attempt, and the request exactly as it was signed. `why` says why the delivery failed.
         *
         *     Needs the scope `read`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event once more
         * @description Extension. Creates a new delivery with the same event id and the same body, whatever the state of this one. It goes to the end of the webhook's queue, keeps no order with the rest of its conversation, and waits while the webhook is paused. Its URL and secret are those that the webhook has when it is sent. At most 200 requested deliveries may wait.
         *
         *     Needs the scope `write`.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recover the deliveries that a webhook missed
         * @description Extension. Delivers every event of the connection since that moment that the webhook lists now and that was never delivered: dead deliveries, deliveries that were skipped after a pause, and events from before the webhook existed. Pending deliveries stay as they are; those that have waited too long in a pause are recovered once Recado has given them up. Repeating the call delivers nothing twice: if a recovery that covers the time still waits for its turn, the answer is that recovery. At most 200 recovered deliveries wait for their first attempt, so that new events are not held up. While the webhook is paused, a recovery waits when it reaches that bound, or deliveries that have waited too long.
         *
         *     Needs the scope `write`.
         */
        post: operations["recoverWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/recoveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a recovery
         * @description Extension. Both counts grow while it runs.
         *
         *     Needs the scope `read`.
         */
        get: operations["getWebhookRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event to a webhook
         * @description Extension. Sends a signed sample with `test: true` and `sequence: null` once to the configured URL, whether or not the webhook lists the event. The sample waits for the pending deliveries before it, of which at most 200 may be requested ones. It does not count as traffic: no list or figure includes it, and no answer to it pauses the webhook. GET /webhooks/deliveries/{id} shows its outcome.
         *
         *     Needs the scope `write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "whatsapp.message.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A message arrived */
        post: operations["whatsappMessageReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.message.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A message of the business is on its way */
        post: operations["whatsappMessageSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.message.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A message of the business reached its recipient */
        post: operations["whatsappMessageDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.message.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A message of the business was read */
        post: operations["whatsappMessageRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.message.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A message of the business will not arrive */
        post: operations["whatsappMessageFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "whatsapp.connection.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A number became usable or unusable, or its provider reported a change of it */
        post: operations["whatsappConnectionUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The endpoint of another webhook of the account fails, or was switched off for it */
        post: operations["webhookFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person was erased, and must be erased where its data was passed on to */
        post: operations["contactErased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "log.sealed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A checkpoint of the account's facts was signed: whoever keeps it notices when one is changed */
        post: operations["logSealed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description What WhatsApp users see of the business. Fields without a value are null.
         * @example {
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "about": "Fresh bread since 1987",
         *       "address": "Rua A, 10, São Paulo",
         *       "description": "A bakery.",
         *       "email": "contato@estrela.example",
         *       "vertical": "RETAIL",
         *       "websites": [
         *         "https://estrela.example"
         *       ],
         *       "profile_picture_url": null
         *     }
         */
        BusinessProfile: {
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /** @description The line below the name of the business, 1 to 139 characters. */
            about: string | null;
            /** @description Where the business is, in one text. */
            address: string | null;
            /** @description What the business does, in a few sentences. */
            description: string | null;
            /** @description Where people can write to the business. */
            email: string | null;
            /** @description A value of the provider's catalog. */
            vertical: string | null;
            /** @description At most two addresses, http or https. */
            websites: string[];
            /** @description Where the provider serves the picture. It can only be read. */
            profile_picture_url: string | null;
        };
        /**
         * @description A WhatsApp number of the account. Tokens, QR codes and credentials are never part of it.
         * @example {
         *       "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "type": "official",
         *       "status": "connected",
         *       "phone_number": "+55 11 3333-4444",
         *       "phone_number_digits": "551133334444",
         *       "capabilities": {
         *         "provider": "official_cloud_api",
         *         "message_types": [
         *           "text",
         *           "template",
         *           "image"
         *         ],
         *         "actions": [
         *           "send",
         *           "mark_read"
         *         ]
         *       }
         *     }
         */
        Connection: {
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            id: string;
            /**
             * @description official: a number of the Cloud API. freemium: a number of a gateway (Basic plan).
             * @enum {string}
             */
            type: "official" | "freemium";
            /**
             * @description connected: it sends and receives. pending: the provider has not confirmed it yet. connecting: a phone is being linked. disconnected: it was unlinked or released. error: the provider refuses it.
             * @enum {string}
             */
            status: "connected" | "connecting" | "pending" | "disconnected" | "error";
            /** @description As the provider shows it; null while a freemium number is not paired. */
            phone_number: string | null;
            /** @description The same in digits; accepted in place of connection_id. */
            phone_number_digits: string | null;
            /** @description What the connection can do. This list decides. */
            capabilities: {
                /**
                 * @description Which provider serves the number.
                 * @enum {string}
                 */
                provider: "official_cloud_api" | "freemium";
                /** @description The values of `type` that POST /messages takes. */
                message_types: string[];
                /** @description Of send, mark_read, media_upload, media_get, media_download and media_delete. */
                actions: string[];
            };
        };
        /**
         * @description The health of an official number, read from the provider at request time. The provider may add values; a value that it does not report is null.
         * @example {
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "display_phone_number": "+55 11 3333-4444",
         *       "verified_name": "Padaria Estrela",
         *       "quality_rating": "GREEN",
         *       "platform_type": "CLOUD_API",
         *       "code_verification_status": "VERIFIED",
         *       "messaging_limit_tier": "TIER_2K",
         *       "throughput": {
         *         "level": "STANDARD"
         *       },
         *       "health_status": {
         *         "can_send_message": "AVAILABLE",
         *         "entities": [
         *           {
         *             "entity_type": "PHONE_NUMBER",
         *             "id": "106540352242922",
         *             "can_send_message": "AVAILABLE"
         *           }
         *         ]
         *       }
         *     }
         */
        ConnectionHealth: {
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /** @description The number as people see it. */
            display_phone_number: string | null;
            /** @description The name of the business that the provider has approved. */
            verified_name: string | null;
            /** @description GREEN, YELLOW, RED, NA or UNKNOWN. */
            quality_rating: string | null;
            /** @description CLOUD_API, ON_PREMISE or NOT_APPLICABLE. */
            platform_type: string | null;
            /** @description VERIFIED, NOT_VERIFIED, UNVERIFIED or EXPIRED. */
            code_verification_status: string | null;
            /** @description Business-initiated conversations a day, such as TIER_2K, of the whole portfolio. */
            messaging_limit_tier: string | null;
            /** @description The class of messages per second that the provider accepts. */
            throughput: {
                /** @description STANDARD, HIGH or NOT_APPLICABLE. */
                level: string | null;
            };
            /** @description Whether the number can send, and what prevents it. */
            health_status: {
                /** @description AVAILABLE, LIMITED or BLOCKED; of several entities the worst. */
                can_send_message: string | null;
                /** @description Number, business account, business and app, as the provider reports them. */
                entities: {
                    [key: string]: unknown;
                }[];
            };
        };
        /**
         * @description How far the history of a number's Business app is transferred.
         * @example {
         *       "phase": 1,
         *       "progress": 55,
         *       "messages": 4200,
         *       "completed_at": null,
         *       "declined_at": null
         *     }
         */
        ConnectionHistory: {
            /** @description 0: the last day before the number was connected, 1: up to day 90, 2: up to day 180. */
            phase: number | null;
            /** @description Percent of the whole transfer. */
            progress: number | null;
            /** @description Messages of the history that are shown; those that were also reported live count as live. */
            messages: number;
            /** @description Since when the transfer is complete. */
            completed_at: string | null;
            /** @description Since when it is known that the business does not share its history. */
            declined_at: string | null;
        };
        /**
         * @description A person whom the account knows by at least one identity.
         * @example {
         *       "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "name": "Ana Reis",
         *       "phone": "5531987654321",
         *       "username": "ana.reis",
         *       "business_scoped_user_id": "BR.1A2B3C",
         *       "parent_business_scoped_user_id": null,
         *       "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
         *       "restricted": false,
         *       "created_at": "2026-01-01T09:00:00.000Z"
         *     }
         */
        Contact: {
            /**
             * Format: uuid
             * @description The person. After a merge, the ids of both contacts lead to the one that continues.
             */
            id: string;
            /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
            name: string | null;
            /** @description Digits with country code; null while no phone of the person is known. */
            phone: string | null;
            /** @description On WhatsApp, without @; null while it is unknown. */
            username: string | null;
            /** @description The provider's id of the person for your business (BSUID). */
            business_scoped_user_id: string | null;
            /** @description The person's id for the parent of your business (parent BSUID). */
            parent_business_scoped_user_id: string | null;
            /**
             * Format: uuid
             * @description Funnel stage: set by hand, else derived.
             */
            stage_id: string;
            /** @description Whether processing is restricted at the wish of the person: nothing can be sent. Extension. */
            restricted: boolean;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /**
             * @description Present once the person was erased: what said something of it is null or empty. Extension.
             * @constant
             */
            erased?: true;
        };
        /**
         * @description A contact with its visits through ads and posts, and its sales.
         * @example {
         *       "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "name": "Ana Reis",
         *       "phone": "5531987654321",
         *       "username": "ana.reis",
         *       "business_scoped_user_id": "BR.1A2B3C",
         *       "parent_business_scoped_user_id": null,
         *       "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
         *       "restricted": false,
         *       "created_at": "2026-01-01T09:00:00.000Z",
         *       "marketing_opted_out": false,
         *       "sessions": [
         *         {
         *           "channel": "whatsapp_ad",
         *           "utm_source": "facebook",
         *           "utm_campaign": "verao",
         *           "ad_id": "238001",
         *           "landing_url": "https://shop.example/?utm_source=facebook&utm_campaign=verao"
         *         }
         *       ],
         *       "sales": [
         *         {
         *           "id": "c41f0d2e-0b1c-5c55-9a64-0f3c9d2b1f01",
         *           "status": "paid",
         *           "gross_cents": 12990,
         *           "currency": "BRL",
         *           "product_name": "Curso"
         *         }
         *       ]
         *     }
         */
        ContactDetail: {
            /**
             * Format: uuid
             * @description The person. After a merge, the ids of both contacts lead to the one that continues.
             */
            id: string;
            /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
            name: string | null;
            /** @description Digits with country code; null while no phone of the person is known. */
            phone: string | null;
            /** @description On WhatsApp, without @; null while it is unknown. */
            username: string | null;
            /** @description The provider's id of the person for your business (BSUID). */
            business_scoped_user_id: string | null;
            /** @description The person's id for the parent of your business (parent BSUID). */
            parent_business_scoped_user_id: string | null;
            /**
             * Format: uuid
             * @description Funnel stage: set by hand, else derived.
             */
            stage_id: string;
            /** @description Whether processing is restricted at the wish of the person: nothing can be sent. Extension. */
            restricted: boolean;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /**
             * @description Present once the person was erased: what said something of it is null or empty. Extension.
             * @constant
             */
            erased?: true;
            /** @description The first 500, the oldest first. */
            sessions: {
                /** @description What the person clicked: `whatsapp_ad` or `whatsapp_post`. */
                channel: string;
                /** @description The parameter of that name in landing_url, if any. */
                utm_source: string | null;
                /** @description The parameter of that name in landing_url, if any. */
                utm_campaign: string | null;
                /** @description The provider's id of the ad or post. */
                ad_id: string | null;
                /** @description The address of the ad or post. */
                landing_url: string | null;
            }[];
            /** @description The newest 500, the newest first. */
            sales: {
                /**
                 * Format: uuid
                 * @description The sale, as in GET /sales.
                 */
                id: string;
                /**
                 * @description By the notices of the shop: pending, then paid, then refunded or charged back if that happens.
                 * @enum {string}
                 */
                status: "pending" | "paid" | "refunded" | "chargeback";
                /** @description What the buyer pays, in the currency's smallest unit. */
                gross_cents: number;
                /** @description ISO 4217. */
                currency: string;
                /** @description As the shop calls it; null where it says none. */
                product_name: string | null;
            }[];
            /** @description Whether the person has opted out of marketing messages on any of your numbers. */
            marketing_opted_out: boolean;
        };
        /**
         * @description A person was erased: erase it too wherever you have passed on what events told of it (GDPR art. 19; LGPD art. 18, § 6). Only where `events` lists it, by every webhook of the account that does. Contacts that had been merged have an event each.
         * @example {
         *       "id": "a7f2fad8-cb19-57f1-8830-8e48c6528dee",
         *       "timestamp": "2026-01-01T09:00:00.000Z",
         *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
         *       "connection_id": null,
         *       "type": "contact.erased",
         *       "sequence": null,
         *       "data": {
         *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *         "erased_at": "2026-01-01T09:00:00.000Z"
         *       }
         *     }
         */
        ContactErased: {
            /**
             * Format: uuid
             * @description The event; the same on every attempt, for de-duplication.
             */
            id: string;
            /**
             * Format: date-time
             * @description When Recado recorded what happened.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The account that the number belongs to.
             */
            account_id: string;
            /** @description Always null: a person may write to several numbers. */
            connection_id: null;
            /**
             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
             * @constant
             */
            test?: true;
            /**
             * @description What happened; it decides what `data` holds.
             * @constant
             */
            type: "contact.erased";
            /** @description Always null: it belongs to no conversation. */
            sequence: null;
            /** @description Which contact; nothing else is known of it any more. */
            data: {
                /**
                 * Format: uuid
                 * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                 */
                contact_id: string;
                /**
                 * Format: date-time
                 * @description Since when nobody can read what was held on the person.
                 */
                erased_at: string;
            };
        };
        /**
         * @description Everything that the account holds on a person.
         * @example {
         *       "data": {
         *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *         "merged_contact_ids": [],
         *         "recipients": [
         *           {
         *             "webhook_id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
         *             "target_url": "https://crm.example/hook",
         *             "delivered": 2,
         *             "first_at": "2026-01-01T09:00:00.000Z",
         *             "last_at": "2026-01-01T09:00:02.000Z"
         *           }
         *         ],
         *         "facts": [
         *           {
         *             "position": "1042",
         *             "event_id": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e05",
         *             "stream": "contact-4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *             "revision": 0,
         *             "type": "ContactCreated",
         *             "at": "2026-01-01T09:00:00.000Z",
         *             "actor": {
         *               "type": "provider",
         *               "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01"
         *             },
         *             "correlation_id": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e04",
         *             "cause": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e04",
         *             "data": {
         *               "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *               "created_at": "2026-01-01T09:00:00.000Z"
         *             },
         *             "is_cut": false
         *           }
         *         ]
         *       }
         *     }
         */
        ContactExport: {
            /** @description The person, to whom data was delivered, and what is held. */
            data: {
                /**
                 * Format: uuid
                 * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                 */
                contact_id: string;
                /** @description Contacts that were merged into it. */
                merged_contact_ids: string[];
                /** @description To whom data about the person was delivered. */
                recipients: {
                    /**
                     * Format: uuid
                     * @description The webhook, as in GET /webhooks.
                     */
                    webhook_id: string;
                    /** @description Where webhooks about the person were delivered. */
                    target_url: string;
                    /** @description How many. */
                    delivered: number;
                    /**
                     * Format: date-time
                     * @description The first of them.
                     */
                    first_at: string;
                    /**
                     * Format: date-time
                     * @description The last of them.
                     */
                    last_at: string;
                }[];
                /** @description Of contact, identities, conversations, calls, messages and sales, each with its time, who recorded it and why. */
                facts: components["schemas"]["Fact"][];
            };
        };
        /**
         * @description What one person and one number say to each other.
         * @example {
         *       "id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "status": "open",
         *       "last_message_text": "Oi, tudo bem?",
         *       "last_message_at": "2026-01-01T09:00:00.000Z",
         *       "unread_count": 1,
         *       "contacts": {
         *         "name": "Ana Reis",
         *         "phone": "5531987654321"
         *       }
         *     }
         */
        Conversation: {
            /**
             * Format: uuid
             * @description One person on one number. POST /messages takes it to reply.
             */
            id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * Format: uuid
             * @description The person. After a merge, the ids of both contacts lead to the one that continues.
             */
            contact_id: string;
            /**
             * @description Set by PATCH /conversations/{id}. A later message of the person opens it again.
             * @enum {string}
             */
            status: "open" | "closed" | "pending";
            /** @description `text` of the newest message; reactions, edits and withdrawals do not count. */
            last_message_text: string | null;
            /** @description When Recado recorded that message. */
            last_message_at: string | null;
            /** @description Messages of the person since the business last read, answered or closed. */
            unread_count: number;
            /** @description The one person it is with. */
            contacts: {
                /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                name: string | null;
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
            };
            /**
             * @description Present once the person was erased: what said something of it is null or empty. Extension.
             * @constant
             */
            erased?: true;
        };
        /**
         * @description A conversation with the team's fields, its 24-hour window and the person's identities.
         * @example {
         *       "id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "status": "open",
         *       "last_message_text": "Oi, tudo bem?",
         *       "last_message_at": "2026-01-01T09:00:00.000Z",
         *       "unread_count": 1,
         *       "contacts": {
         *         "name": "Ana Reis",
         *         "phone": "5531987654321"
         *       },
         *       "tags": [
         *         "vip"
         *       ],
         *       "assignee_name": "Bia",
         *       "internal_note": "Prefers the afternoon.",
         *       "last_inbound_at": "2026-01-01T09:00:00.000Z",
         *       "window": {
         *         "open": true,
         *         "expires_at": "2026-01-02T09:00:00.000Z"
         *       },
         *       "identities": {
         *         "phone": "5531987654321",
         *         "username": "ana.reis",
         *         "business_scoped_user_id": "BR.1A2B3C",
         *         "parent_business_scoped_user_id": null
         *       }
         *     }
         */
        ConversationDetail: {
            /**
             * Format: uuid
             * @description One person on one number. POST /messages takes it to reply.
             */
            id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * Format: uuid
             * @description The person. After a merge, the ids of both contacts lead to the one that continues.
             */
            contact_id: string;
            /**
             * @description Set by PATCH /conversations/{id}. A later message of the person opens it again.
             * @enum {string}
             */
            status: "open" | "closed" | "pending";
            /** @description `text` of the newest message; reactions, edits and withdrawals do not count. */
            last_message_text: string | null;
            /** @description When Recado recorded that message. */
            last_message_at: string | null;
            /** @description Messages of the person since the business last read, answered or closed. */
            unread_count: number;
            /** @description The one person it is with. */
            contacts: {
                /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                name: string | null;
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
            };
            /**
             * @description Present once the person was erased: what said something of it is null or empty. Extension.
             * @constant
             */
            erased?: true;
            /** @description Words of the team, in the order in which it set them. */
            tags: string[];
            /** @description Who of the team takes care of it; null while nobody does. */
            assignee_name: string | null;
            /** @description A note for the team, which the person never sees. */
            internal_note: string | null;
            /** @description When the person last wrote, by the provider's clock. Defines the 24-hour window. */
            last_inbound_at: string | null;
            /** @description The 24 hours in which more than templates can be sent. */
            window: {
                /** @description For display: sends are never refused because of it, the provider decides. */
                open: boolean;
                /** @description 24 hours after last_inbound_at; null if the person never wrote. */
                expires_at: string | null;
            };
            /** @description All by which the person is known here. */
            identities: {
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /** @description On WhatsApp, without @; null while it is unknown. */
                username: string | null;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id: string | null;
                /** @description The person's id for the parent of your business (parent BSUID). */
                parent_business_scoped_user_id: string | null;
            };
        };
        /**
         * @description The erasure of a person, and how far it is.
         * @example {
         *       "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "status": "done",
         *       "requested_at": "2026-01-01T12:00:00.000Z",
         *       "erased_at": "2026-01-01T12:00:03.000Z",
         *       "found": {
         *         "contact": 1,
         *         "conversation": 1,
         *         "message": 12,
         *         "event": 31,
         *         "delivery": 9,
         *         "raw_event": 20
         *       },
         *       "left_at_provider": null,
         *       "recipients": [
         *         {
         *           "webhook_id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
         *           "host": "crm.example",
         *           "last_at": "2026-01-01T11:58:20.000Z"
         *         }
         *       ]
         *     }
         */
        Erasure: {
            /**
             * Format: uuid
             * @description The person. After a merge, the ids of both contacts lead to the one that continues.
             */
            contact_id: string;
            /**
             * @description done: nobody can read what was held on the person, in the log neither.
             * @enum {string}
             */
            status: "running" | "done";
            /**
             * Format: date-time
             * @description When the erasure was requested.
             */
            requested_at: string;
            /** @description When it was done; null while it runs. */
            erased_at: string | null;
            /** @description How much was found so far, by kind: messages, deliveries, raw events and so on. */
            found: {
                [key: string]: number;
            };
            /** @description Files of the person that the provider did not delete when asked so far, such as those of a released number; null for none. */
            left_at_provider: {
                /** @description How many files the provider still has. */
                files: number;
                /**
                 * Format: date-time
                 * @description When the provider deletes the last of them by itself.
                 */
                until: string;
            } | null;
            /** @description Where webhooks had told of the person, who must be erased there too: empty until everything was found. */
            recipients: {
                /**
                 * Format: uuid
                 * @description The webhook that told of the person, as in GET /webhooks.
                 */
                webhook_id: string;
                /** @description The host that its events were posted to. */
                host: string;
                /**
                 * Format: date-time
                 * @description When something of the person was delivered there last.
                 */
                last_at: string;
            }[];
        };
        /**
         * @description A fact of the account, without secrets and without the payloads exchanged with providers.
         * @example {
         *       "position": "1042",
         *       "event_id": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e05",
         *       "stream": "contact-4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "revision": 0,
         *       "type": "ContactCreated",
         *       "at": "2026-01-01T09:00:00.000Z",
         *       "actor": {
         *         "type": "provider",
         *         "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01"
         *       },
         *       "correlation_id": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e04",
         *       "cause": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e04",
         *       "data": {
         *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *         "created_at": "2026-01-01T09:00:00.000Z"
         *       },
         *       "is_cut": false
         *     }
         */
        Fact: {
            /** @description Its place in the whole log. */
            position: string;
            /** @description Its own id; a webhook event that reports it has the same. */
            event_id: string;
            /** @description The facts that it stands among: category and id. */
            stream: string;
            /** @description Its number in that stream, from 0. */
            revision: number;
            /** @description What happened, as in GET /schemas. */
            type: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            at: string;
            /** @description Who recorded it. */
            actor: {
                /** @description Such as user, api_key, provider or system. */
                type: string;
                /** @description The user, the key, or the name of the part of Recado. */
                id: string;
            };
            /** @description The request or raw event that began the chain of facts. */
            correlation_id: string;
            /** @description The fact or request that caused this one. */
            cause: string;
            /** @description What the fact says. */
            data: {
                [key: string]: unknown;
            };
            /** @description Whether long parts of the data are left out. */
            is_cut: boolean;
        };
        /**
         * @description Something of the account that was found.
         * @example {
         *       "kind": "message",
         *       "id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
         *       "by": "id",
         *       "title": "Tudo, e você?",
         *       "contact_name": "Ana Reis",
         *       "created_at": "2026-01-01T09:00:00.000Z",
         *       "href": "/dashboard/messages/136f3931-ee99-5090-bfbd-b901ae7f8197"
         *     }
         */
        Found: {
            /**
             * @description What it is, and so which route takes its id.
             * @enum {string}
             */
            kind: "message" | "conversation" | "contact" | "connection" | "delivery" | "sale" | "api_key" | "raw_event";
            /** @description Its own id: a uuid, or the number of a raw event. */
            id: string;
            /**
             * @description What of it `q` is: one of its ids or its phone, its name, or words of its text.
             * @enum {string}
             */
            by: "id" | "name" | "words";
            /** @description A name, or at most 80 characters of a text, those around the word that was found. */
            title: string;
            /** @description Of a message: the name, or the phone, of the person it is from or to. Null for everything else. */
            contact_name: string | null;
            /** @description When a message was recorded; null for everything else. */
            created_at: string | null;
            /** @description Where the dashboard shows it. */
            href: string;
        };
        /**
         * @description One message of a conversation's history.
         * @example {
         *       "id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
         *       "direction": "out",
         *       "body": "Tudo, e você?",
         *       "created_at": "2026-01-01T09:00:00.000Z",
         *       "log_id": 48211,
         *       "type": "text",
         *       "status": "delivered",
         *       "revoked_at": null
         *     }
         */
        HistoryItem: {
            /**
             * Format: uuid
             * @description The message, as `message_id` in GET /messages.
             */
            id: string;
            /**
             * @description in: from the person. out: from the business.
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description The text, the caption, or the filled-in template. For other content its name, or a word such as `[image]`. */
            body: string;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /**
             * Format: int64
             * @description The message, as `id` in GET /messages.
             */
            log_id: number;
            /** @description As in POST /messages; inbound also button, order, request_welcome, edit, revoke and unsupported. */
            type: string;
            /**
             * @description Outbound: one of the first five. Inbound: received, then read once it is marked.
             * @enum {string}
             */
            status: "pending" | "sent" | "delivered" | "read" | "failed" | "received";
            /** @description Extension. When the person withdrew the message. Its content stays. */
            revoked_at: string | null;
        };
        /**
         * @description A WhatsApp number of the account, and its name.
         * @example {
         *       "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "type": "official",
         *       "status": "connected",
         *       "phone_number": "+55 11 3333-4444",
         *       "phone_number_digits": "551133334444",
         *       "capabilities": {
         *         "provider": "official_cloud_api",
         *         "message_types": [
         *           "text",
         *           "template",
         *           "image"
         *         ],
         *         "actions": [
         *           "send",
         *           "mark_read"
         *         ]
         *       },
         *       "name": null,
         *       "history": null
         *     }
         */
        ListedConnection: {
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            id: string;
            /**
             * @description official: a number of the Cloud API. freemium: a number of a gateway (Basic plan).
             * @enum {string}
             */
            type: "official" | "freemium";
            /**
             * @description connected: it sends and receives. pending: the provider has not confirmed it yet. connecting: a phone is being linked. disconnected: it was unlinked or released. error: the provider refuses it.
             * @enum {string}
             */
            status: "connected" | "connecting" | "pending" | "disconnected" | "error";
            /** @description As the provider shows it; null while a freemium number is not paired. */
            phone_number: string | null;
            /** @description The same in digits; accepted in place of connection_id. */
            phone_number_digits: string | null;
            /** @description What the connection can do. This list decides. */
            capabilities: {
                /**
                 * @description Which provider serves the number.
                 * @enum {string}
                 */
                provider: "official_cloud_api" | "freemium";
                /** @description The values of `type` that POST /messages takes. */
                message_types: string[];
                /** @description Of send, mark_read, media_upload, media_get, media_download and media_delete. */
                actions: string[];
            };
            /** @description Extension. The name of a freemium number, given when it was added; null for an official number. */
            name: string | null;
            /** @description Extension. The transfer of the history of a number that is shared with the Business app; null without one. */
            history: components["schemas"]["ConnectionHistory"] | null;
        };
        /**
         * @description One event on its way to one webhook, and the person that the event is about.
         * @example {
         *       "id": "572f0fb3-403f-50bd-8c57-72063a379c61",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "event": "whatsapp.message.received",
         *       "event_id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "last_status": 200,
         *       "last_error": null,
         *       "target_url": "https://crm.example/recado",
         *       "next_attempt_at": null,
         *       "delivered_at": "2026-01-01T09:00:02.000Z",
         *       "created_at": "2026-01-01T09:00:00.000Z",
         *       "contact": {
         *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *         "name": "Ana Reis",
         *         "phone": "5531987654321"
         *       }
         *     }
         */
        ListedDelivery: {
            /**
             * Format: uuid
             * @description Sent along as x-service-delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /** @description The name of the event: ours, or the provider's for a native one. */
            event: string;
            /**
             * Format: uuid
             * @description Sent along as webhook-id; the same on every attempt and redelivery.
             */
            event_id: string;
            /**
             * @description pending: not attempted, or paused. failed: another attempt is planned. dead: no attempt is planned any more.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "dead";
            /** @description Attempts so far. */
            attempts: number;
            /** @description Last HTTP status; null without an answer. */
            last_status: number | null;
            /** @description The error of the last attempt: what went wrong without an answer, or `answered <status>`. Null before the first attempt and once delivered; `paused for too long` for a delivery that was skipped. */
            last_error: string | null;
            /** @description The URL of the last attempt; before the first, the URL of the webhook. */
            target_url: string;
            /** @description When the next attempt is due; null when none is planned. */
            next_attempt_at: string | null;
            /** @description When the endpoint answered 2xx; null until it does. */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /** @description Extension. The person of the conversation, with the current name; null if there is no person. */
            contact: {
                /**
                 * Format: uuid
                 * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                 */
                id: string;
                /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                name: string | null;
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /**
                 * @description Present once the person was erased: what said something of it is null or empty. Extension.
                 * @constant
                 */
                erased?: true;
            } | null;
        };
        /**
         * @description A checkpoint of the account's tree of facts was signed. Keep it where nobody else can write: whoever changes a fact that it covers is found by it. Only where `events` lists it, by every webhook of the account that does. Its delivery is a fact too, so each round signs a checkpoint.
         * @example {
         *       "id": "b80bfad8-cb19-57f1-8830-8e48c6528def",
         *       "timestamp": "2026-01-01T09:00:00.000Z",
         *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
         *       "connection_id": null,
         *       "type": "log.sealed",
         *       "sequence": null,
         *       "data": {
         *         "origin": "api.example/log/6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
         *         "size": 311,
         *         "root_hash": "UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw=",
         *         "checkpoint": "api.example/log/6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01\n311\nUNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw=\n\n— api.example/log/6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01 PuEXjioJlBKIwZxBkqyJRRiBoxGmI2b6TnDULHapdNqNXfn943O66wnSEQb88653R3i2aD8CG1/kHCzi7/NWzUhoLQE=\n",
         *         "signed_at": "2026-01-01T09:00:00.000Z"
         *       }
         *     }
         */
        LogSealed: {
            /**
             * Format: uuid
             * @description The event; the same on every attempt, for de-duplication.
             */
            id: string;
            /**
             * Format: date-time
             * @description When Recado recorded what happened.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The account that the number belongs to.
             */
            account_id: string;
            /** @description Always null: the tree is that of the account. */
            connection_id: null;
            /**
             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
             * @constant
             */
            test?: true;
            /**
             * @description What happened; it decides what `data` holds.
             * @constant
             */
            type: "log.sealed";
            /** @description Always null: it belongs to no conversation. */
            sequence: null;
            /** @description The checkpoint. Origin, size and root are those that its text says. */
            data: {
                /** @description What the checkpoint calls the tree; it never changes. */
                origin: string;
                /** @description How many facts the tree has as leaves. */
                size: number;
                /** @description The root of the tree, SHA-256 in base64. */
                root_hash: string;
                /** @description The checkpoint as it was signed (C2SP tlog-checkpoint): keep this text. */
                checkpoint: string;
                /**
                 * Format: date-time
                 * @description When it was signed.
                 */
                signed_at: string;
            };
        };
        /**
         * @description A record of the message log, and the person it was exchanged with.
         * @example {
         *       "id": 48211,
         *       "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
         *       "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "direction": "outbound",
         *       "origin": "api",
         *       "type": "text",
         *       "text": "Tudo, e você?",
         *       "content": null,
         *       "status": "delivered",
         *       "provider_message_id": "wamid.EXAMPLE_OUT",
         *       "reply_to_message_id": null,
         *       "sender": null,
         *       "recipient": {
         *         "phone": "5531987654321",
         *         "business_scoped_user_id": "BR.1A2B3C"
         *       },
         *       "biz_opaque_callback_data": "order-991",
         *       "error": null,
         *       "created_at": "2026-01-01T09:00:00.000Z",
         *       "provider_timestamp": null,
         *       "sent_at": "2026-01-01T09:00:00.000Z",
         *       "delivered_at": "2026-01-01T09:00:02.000Z",
         *       "read_at": null,
         *       "failed_at": null,
         *       "revoked_at": null,
         *       "pricing": {
         *         "category": "service",
         *         "billable": false,
         *         "type": "free_customer_service"
         *       },
         *       "contact": {
         *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *         "name": "Ana Reis",
         *         "phone": "5531987654321"
         *       }
         *     }
         */
        LoggedMessage: {
            /**
             * Format: int64
             * @description The number of the record; GET /messages/{id} takes it.
             */
            id: number;
            /**
             * Format: uuid
             * @description The id in the history of a conversation, and in webhooks.
             */
            message_id: string;
            /**
             * Format: uuid
             * @description One person on one number. POST /messages takes it to reply.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * Format: uuid
             * @description The person. After a merge, the ids of both contacts lead to the one that continues.
             */
            contact_id: string;
            /**
             * @description inbound: from the person. outbound: from the business, by whatever tool.
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * @description api: sent through this API. external: from the person, or sent from another tool.
             * @enum {string}
             */
            origin: "api" | "external";
            /** @description As in POST /messages; inbound also button, order, request_welcome, edit, revoke and unsupported. */
            type: string;
            /** @description The text, the caption, or the filled-in template. For other content its name, or a word such as `[image]`. */
            text: string;
            /** @description The provider's object of the type, such as a file or a place; null for a text. */
            content: ({
                [key: string]: unknown;
            } | unknown[]) | null;
            /**
             * @description Outbound: one of the first five. Inbound: received, then read once it is marked.
             * @enum {string}
             */
            status: "pending" | "sent" | "delivered" | "read" | "failed" | "received";
            /** @description The provider's id of the message (WAMID); null until it has accepted the message. */
            provider_message_id: string | null;
            /** @description The provider's id of the message that this one quotes; null for others. */
            reply_to_message_id: string | null;
            /** @description Of an inbound message; else null. */
            sender: {
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id: string | null;
            } | null;
            /** @description Of an outbound message; else null. */
            recipient: {
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id: string | null;
            } | null;
            /** @description The value that its send gave; null for one without. */
            biz_opaque_callback_data: string | null;
            /** @description Why it failed; null unless its status is failed. */
            error: {
                /** @description The provider's error code; a word where Recado gave up. */
                code: number | string;
                /** @description What kind of error it is, such as undeliverable or window_closed: see `why.rule`. */
                class: string;
                /** @description The provider's title of the error. */
                title: string;
                /** @description The provider's explanation; null where it gives none. */
                details: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /** @description When it was written, by the provider's clock; null for a send over this API. */
            provider_timestamp: string | null;
            /** @description When the provider accepted it; null for inbound. */
            sent_at: string | null;
            /** @description When it reached the person's phone. */
            delivered_at: string | null;
            /** @description When the person read it; of an inbound message, when the business marked it. */
            read_at: string | null;
            /** @description When it failed. A later status may still overtake it. */
            failed_at: string | null;
            /** @description Extension. When the person withdrew the message. Its content stays. */
            revoked_at: string | null;
            /** @description Extension. What Meta charges for the message; null until a status says it. */
            pricing: {
                /** @description What it is priced as, such as marketing, utility or service. */
                category: string | null;
                /** @description Whether Meta charges for it. */
                billable: boolean | null;
                /** @description Why, such as regular, free_customer_service or free_entry_point. */
                type: string | null;
            } | null;
            /**
             * @description Present once the person was erased: what said something of it is null or empty. Extension.
             * @constant
             */
            erased?: true;
            /**
             * @description Present once the message is older than the operator keeps what is said: its text is empty, its content and payload are null. Extension.
             * @constant
             */
            expired?: true;
            /** @description Extension. The person of the conversation, with the current name; null if there is no person. */
            contact: {
                /**
                 * Format: uuid
                 * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                 */
                id: string;
                /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                name: string | null;
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /**
                 * @description Present once the person was erased: what said something of it is null or empty. Extension.
                 * @constant
                 */
                erased?: true;
            } | null;
        };
        /**
         * @description A file that a connection uploaded or received.
         * @example {
         *       "id": "900000000000001",
         *       "mime_type": "image/png",
         *       "file_size": "303833",
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "download_url": "https://recado.example/api/v1/media/900000000000001/download?connection_id=9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "stored": false,
         *       "download_requires_authorization": true
         *     }
         */
        Media: {
            /** @description The provider's media id; media.id of messages. */
            id: string;
            /** @description The type of the content, as the provider reports it. */
            mime_type: string;
            /** @description In bytes. */
            file_size: string;
            /** @description Of an uploaded or stored file: the hash of its bytes, in hex. Of any other one: as the provider reports it. */
            sha256: string | null;
            /** @description Extension. Whether Recado keeps a copy: the file can then be downloaded even if the provider has deleted it. */
            stored: boolean;
            /** @description Takes the same Bearer key; carries no credentials. */
            download_url: string;
            /**
             * @description Always: the download takes the header Authorization.
             * @constant
             */
            download_requires_authorization: true;
        };
        /**
         * @description What a merge of two contacts changes.
         * @example {
         *       "survivor_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "merged_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d02",
         *       "identities": [
         *         {
         *           "kind": "business_scoped_user_id",
         *           "value": "BR.1A2B3C"
         *         }
         *       ],
         *       "name": null,
         *       "stage_id": null,
         *       "marketing": [],
         *       "restricted": false,
         *       "conversations": 1,
         *       "sales": 0
         *     }
         */
        MergeChanges: {
            /**
             * Format: uuid
             * @description The older contact, which continues.
             */
            survivor_id: string;
            /**
             * Format: uuid
             * @description The other one. While it is merged, its id leads to the survivor.
             */
            merged_id: string;
            /** @description By these, too, the survivor is found from then on; what it shows stays shown. */
            identities: {
                /**
                 * @description The field of the contact; `lid` is the hidden id of a gateway.
                 * @enum {string}
                 */
                kind: "business_scoped_user_id" | "phone" | "parent_business_scoped_user_id" | "username" | "lid";
                /** @description As a caller or WhatsApp gave it. */
                value: string;
            }[];
            /** @description The name that the survivor, which has none, takes over; null when it has one. */
            name: string | null;
            /** @description The stage set by hand that the survivor, which has none, takes over; else null. */
            stage_id: string | null;
            /** @description The later choices of the person about marketing, which the survivor takes over. */
            marketing: {
                /**
                 * Format: uuid
                 * @description A number of the account, as in GET /connections.
                 */
                connection_id: string;
                /** @description Whether the person wants no marketing messages there. */
                opted_out: boolean;
            }[];
            /** @description Whether the survivor becomes restricted. */
            restricted: boolean;
            /** @description How many conversations change the person that they show. */
            conversations: number;
            /** @description How many sales change the contact that they are shown on. */
            sales: number;
        };
        /**
         * @description A record of the message log. Times of statuses are by the clock of the provider.
         * @example {
         *       "id": 48211,
         *       "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
         *       "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "direction": "outbound",
         *       "origin": "api",
         *       "type": "text",
         *       "text": "Tudo, e você?",
         *       "content": null,
         *       "status": "delivered",
         *       "provider_message_id": "wamid.EXAMPLE_OUT",
         *       "reply_to_message_id": null,
         *       "sender": null,
         *       "recipient": {
         *         "phone": "5531987654321",
         *         "business_scoped_user_id": "BR.1A2B3C"
         *       },
         *       "biz_opaque_callback_data": "order-991",
         *       "error": null,
         *       "created_at": "2026-01-01T09:00:00.000Z",
         *       "provider_timestamp": null,
         *       "sent_at": "2026-01-01T09:00:00.000Z",
         *       "delivered_at": "2026-01-01T09:00:02.000Z",
         *       "read_at": null,
         *       "failed_at": null,
         *       "revoked_at": null,
         *       "pricing": {
         *         "category": "service",
         *         "billable": false,
         *         "type": "free_customer_service"
         *       }
         *     }
         */
        Message: {
            /**
             * Format: int64
             * @description The number of the record; GET /messages/{id} takes it.
             */
            id: number;
            /**
             * Format: uuid
             * @description The id in the history of a conversation, and in webhooks.
             */
            message_id: string;
            /**
             * Format: uuid
             * @description One person on one number. POST /messages takes it to reply.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * Format: uuid
             * @description The person. After a merge, the ids of both contacts lead to the one that continues.
             */
            contact_id: string;
            /**
             * @description inbound: from the person. outbound: from the business, by whatever tool.
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * @description api: sent through this API. external: from the person, or sent from another tool.
             * @enum {string}
             */
            origin: "api" | "external";
            /** @description As in POST /messages; inbound also button, order, request_welcome, edit, revoke and unsupported. */
            type: string;
            /** @description The text, the caption, or the filled-in template. For other content its name, or a word such as `[image]`. */
            text: string;
            /** @description The provider's object of the type, such as a file or a place; null for a text. */
            content: ({
                [key: string]: unknown;
            } | unknown[]) | null;
            /**
             * @description Outbound: one of the first five. Inbound: received, then read once it is marked.
             * @enum {string}
             */
            status: "pending" | "sent" | "delivered" | "read" | "failed" | "received";
            /** @description The provider's id of the message (WAMID); null until it has accepted the message. */
            provider_message_id: string | null;
            /** @description The provider's id of the message that this one quotes; null for others. */
            reply_to_message_id: string | null;
            /** @description Of an inbound message; else null. */
            sender: {
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id: string | null;
            } | null;
            /** @description Of an outbound message; else null. */
            recipient: {
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id: string | null;
            } | null;
            /** @description The value that its send gave; null for one without. */
            biz_opaque_callback_data: string | null;
            /** @description Why it failed; null unless its status is failed. */
            error: {
                /** @description The provider's error code; a word where Recado gave up. */
                code: number | string;
                /** @description What kind of error it is, such as undeliverable or window_closed: see `why.rule`. */
                class: string;
                /** @description The provider's title of the error. */
                title: string;
                /** @description The provider's explanation; null where it gives none. */
                details: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /** @description When it was written, by the provider's clock; null for a send over this API. */
            provider_timestamp: string | null;
            /** @description When the provider accepted it; null for inbound. */
            sent_at: string | null;
            /** @description When it reached the person's phone. */
            delivered_at: string | null;
            /** @description When the person read it; of an inbound message, when the business marked it. */
            read_at: string | null;
            /** @description When it failed. A later status may still overtake it. */
            failed_at: string | null;
            /** @description Extension. When the person withdrew the message. Its content stays. */
            revoked_at: string | null;
            /** @description Extension. What Meta charges for the message; null until a status says it. */
            pricing: {
                /** @description What it is priced as, such as marketing, utility or service. */
                category: string | null;
                /** @description Whether Meta charges for it. */
                billable: boolean | null;
                /** @description Why, such as regular, free_customer_service or free_entry_point. */
                type: string | null;
            } | null;
            /**
             * @description Present once the person was erased: what said something of it is null or empty. Extension.
             * @constant
             */
            erased?: true;
            /**
             * @description Present once the message is older than the operator keeps what is said: its text is empty, its content and payload are null. Extension.
             * @constant
             */
            expired?: true;
        };
        /**
         * @description A record of the message log with the payload sent to, or received from, the provider.
         * @example {
         *       "id": 48211,
         *       "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
         *       "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "direction": "outbound",
         *       "origin": "api",
         *       "type": "text",
         *       "text": "Tudo, e você?",
         *       "content": null,
         *       "status": "delivered",
         *       "provider_message_id": "wamid.EXAMPLE_OUT",
         *       "reply_to_message_id": null,
         *       "sender": null,
         *       "recipient": {
         *         "phone": "5531987654321",
         *         "business_scoped_user_id": "BR.1A2B3C"
         *       },
         *       "biz_opaque_callback_data": "order-991",
         *       "error": null,
         *       "created_at": "2026-01-01T09:00:00.000Z",
         *       "provider_timestamp": null,
         *       "sent_at": "2026-01-01T09:00:00.000Z",
         *       "delivered_at": "2026-01-01T09:00:02.000Z",
         *       "read_at": null,
         *       "failed_at": null,
         *       "revoked_at": null,
         *       "pricing": {
         *         "category": "service",
         *         "billable": false,
         *         "type": "free_customer_service"
         *       },
         *       "contact": {
         *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *         "name": "Ana Reis",
         *         "phone": "5531987654321"
         *       },
         *       "payload": {
         *         "messaging_product": "whatsapp",
         *         "to": "+5531987654321",
         *         "type": "text"
         *       }
         *     }
         */
        MessageDetail: {
            /**
             * Format: int64
             * @description The number of the record; GET /messages/{id} takes it.
             */
            id: number;
            /**
             * Format: uuid
             * @description The id in the history of a conversation, and in webhooks.
             */
            message_id: string;
            /**
             * Format: uuid
             * @description One person on one number. POST /messages takes it to reply.
             */
            conversation_id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * Format: uuid
             * @description The person. After a merge, the ids of both contacts lead to the one that continues.
             */
            contact_id: string;
            /**
             * @description inbound: from the person. outbound: from the business, by whatever tool.
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * @description api: sent through this API. external: from the person, or sent from another tool.
             * @enum {string}
             */
            origin: "api" | "external";
            /** @description As in POST /messages; inbound also button, order, request_welcome, edit, revoke and unsupported. */
            type: string;
            /** @description The text, the caption, or the filled-in template. For other content its name, or a word such as `[image]`. */
            text: string;
            /** @description The provider's object of the type, such as a file or a place; null for a text. */
            content: ({
                [key: string]: unknown;
            } | unknown[]) | null;
            /**
             * @description Outbound: one of the first five. Inbound: received, then read once it is marked.
             * @enum {string}
             */
            status: "pending" | "sent" | "delivered" | "read" | "failed" | "received";
            /** @description The provider's id of the message (WAMID); null until it has accepted the message. */
            provider_message_id: string | null;
            /** @description The provider's id of the message that this one quotes; null for others. */
            reply_to_message_id: string | null;
            /** @description Of an inbound message; else null. */
            sender: {
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id: string | null;
            } | null;
            /** @description Of an outbound message; else null. */
            recipient: {
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id: string | null;
            } | null;
            /** @description The value that its send gave; null for one without. */
            biz_opaque_callback_data: string | null;
            /** @description Why it failed; null unless its status is failed. */
            error: {
                /** @description The provider's error code; a word where Recado gave up. */
                code: number | string;
                /** @description What kind of error it is, such as undeliverable or window_closed: see `why.rule`. */
                class: string;
                /** @description The provider's title of the error. */
                title: string;
                /** @description The provider's explanation; null where it gives none. */
                details: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /** @description When it was written, by the provider's clock; null for a send over this API. */
            provider_timestamp: string | null;
            /** @description When the provider accepted it; null for inbound. */
            sent_at: string | null;
            /** @description When it reached the person's phone. */
            delivered_at: string | null;
            /** @description When the person read it; of an inbound message, when the business marked it. */
            read_at: string | null;
            /** @description When it failed. A later status may still overtake it. */
            failed_at: string | null;
            /** @description Extension. When the person withdrew the message. Its content stays. */
            revoked_at: string | null;
            /** @description Extension. What Meta charges for the message; null until a status says it. */
            pricing: {
                /** @description What it is priced as, such as marketing, utility or service. */
                category: string | null;
                /** @description Whether Meta charges for it. */
                billable: boolean | null;
                /** @description Why, such as regular, free_customer_service or free_entry_point. */
                type: string | null;
            } | null;
            /**
             * @description Present once the person was erased: what said something of it is null or empty. Extension.
             * @constant
             */
            erased?: true;
            /**
             * @description Present once the message is older than the operator keeps what is said: its text is empty, its content and payload are null. Extension.
             * @constant
             */
            expired?: true;
            /** @description Extension. The person of the conversation, with the current name; null if there is no person. */
            contact: {
                /**
                 * Format: uuid
                 * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                 */
                id: string;
                /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                name: string | null;
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /**
                 * @description Present once the person was erased: what said something of it is null or empty. Extension.
                 * @constant
                 */
                erased?: true;
            } | null;
            /** @description As sent or received. Of a message above 1 MB a part, with `truncated` and `payload_url`, the path at which GET reads the whole raw event. */
            payload: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description The whole history of a message.
         * @example {
         *       "subject": {
         *         "kind": "message",
         *         "id": "5d4f3931-ee99-5090-bfbd-b901ae7f8204",
         *         "log_id": 48377,
         *         "direction": "outbound",
         *         "type": "text",
         *         "text": "Tudo, e você?",
         *         "status": "failed",
         *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *         "contact": {
         *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *           "name": "Ana Reis",
         *           "phone": "5531987654321"
         *         }
         *       },
         *       "why": {
         *         "rule": "window_closed",
         *         "failure": null,
         *         "says": "131047 · Re-engagement message",
         *         "sentence": "No message from this person in the last 24 hours. Only an approved template can be sent.",
         *         "because": [
         *           "77d8fad8-cb19-57f1-8830-8e48c6528e01"
         *         ]
         *       },
         *       "steps": [
         *         {
         *           "key": "66c7fad8-cb19-57f1-8830-8e48c6528e00:request",
         *           "lane": "you",
         *           "kind": "request",
         *           "at": "2026-01-01T09:00:00.000Z",
         *           "state": null,
         *           "request_id": "req-1",
         *           "actor": {
         *             "type": "api_key",
         *             "id": "3c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01",
         *             "name": "CRM"
         *           },
         *           "idempotency_key": "answer-0001"
         *         },
         *         {
         *           "key": "77d8fad8-cb19-57f1-8830-8e48c6528e01",
         *           "lane": "whatsapp",
         *           "kind": "status",
         *           "at": "2026-01-01T09:00:02.000Z",
         *           "state": "failed",
         *           "type": "failed",
         *           "position": "18446",
         *           "recorded_at": "2026-01-01T09:00:02.000Z",
         *           "raw_event_id": 5512,
         *           "data": {
         *             "errors": [
         *               {
         *                 "code": 131047,
         *                 "title": "Re-engagement message"
         *               }
         *             ]
         *           }
         *         }
         *       ],
         *       "is_cut": false,
         *       "as_of": "18446"
         *     }
         */
        MessageTrace: {
            /** @description The message that is traced. */
            subject: {
                /**
                 * @description What is traced: always a message.
                 * @constant
                 */
                kind: "message";
                /**
                 * Format: uuid
                 * @description The message, as `message_id` in GET /messages.
                 */
                id: string;
                /** @description Its `id` in GET /messages; null until lists show it. */
                log_id: number | null;
                /**
                 * @description inbound: from the person. outbound: from the business, by whatever tool.
                 * @enum {string}
                 */
                direction: "inbound" | "outbound";
                /** @description As in POST /messages; inbound also button, order, request_welcome, edit, revoke and unsupported. */
                type: string;
                /** @description The text, the caption, or the filled-in template. For other content its name, or a word such as `[image]`. */
                text: string;
                /**
                 * @description Outbound: one of the first five. Inbound: received, then read once it is marked.
                 * @enum {string}
                 */
                status: "pending" | "sent" | "delivered" | "read" | "failed" | "received";
                /**
                 * Format: uuid
                 * @description One person on one number. POST /messages takes it to reply.
                 */
                conversation_id: string;
                /** @description The recipient or the sender. Null until lists show it. */
                contact: {
                    /**
                     * Format: uuid
                     * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                     */
                    id: string;
                    /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                    name: string | null;
                    /** @description Digits with country code; null while no phone of the person is known. */
                    phone: string | null;
                } | null;
            };
            /** @description The rule behind a state that needs an explanation; null for any other. */
            why: {
                /** @description The rule, for programs; a later version may add others. `never_confirmed`: WhatsApp never said whether it accepted the message. It was not sent again. `refused_by_us`: Recado gave up before WhatsApp accepted the message. `webhook_gone`: Your endpoint answered 410, so its webhook was paused. `webhook_exhausted`: No attempt to post to your endpoint succeeded, and none is left. `webhook_failing`: The last attempt to post to your endpoint failed; another one follows. `webhook_skipped`: Your webhook was paused for too long; the event was not sent. `auth`: WhatsApp rejected the access token of this number, or its app lacks permission. Replace the token. `invalid`: WhatsApp refused a value in the request. `retry`: WhatsApp had an error of its own, or could not be reached. It may work later. `throttle`: WhatsApp limited the rate of this number. `blocked`: The business account or its number is restricted. `undeliverable`: The person cannot be reached on WhatsApp, or has not accepted its terms. `window_closed`: No message from this person in the last 24 hours. Only an approved template can be sent. `media`: WhatsApp could not fetch or accept the file. `identity_changed`: The person’s phone changed hands. Check who it is before you write again. `unknown`: WhatsApp refused it for a reason that it does not explain. */
                rule: string;
                /** @description Extension. With `webhook_exhausted` and `webhook_failing`: how the last attempt failed. */
                failure: ("connection_refused" | "dns" | "unreachable" | "tls" | "timeout" | "connection_closed" | "address_forbidden" | "invalid_answer" | "redirect" | "gone" | "rejected" | "server_error" | "secret_lost" | "unknown") | null;
                /** @description Code and text of the error, from the other side or the network; empty when there are none. */
                says: string;
                /** @description Extension. Rule and failure for people, in English. */
                sentence: string;
                /** @description The keys of the steps that show it. */
                because: string[];
            } | null;
            /** @description Everything that happened, in order. */
            steps: ({
                /** @description Names the step within the trace; `why.because` refers to it. */
                key: string;
                /**
                 * @description On whose side it happened.
                 * @enum {string}
                 */
                lane: "you" | "recado" | "whatsapp" | "your_webhook";
                /**
                 * Format: date-time
                 * @description By Recado's clock.
                 */
                at: string;
                /** @description The status of the message after the step; null where the step does not decide it. */
                state: string | null;
                /**
                 * @description The request to send it.
                 * @constant
                 */
                kind: "request";
                /** @description The x-request-id of its answer, or a keyed id of it where a client chose a text; null where none was recorded. */
                request_id: string | null;
                /** @description Who did it. */
                actor: {
                    /**
                     * @description Whether a program, a person, WhatsApp or Recado itself did it.
                     * @enum {string}
                     */
                    type: "api_key" | "user" | "provider" | "operator" | "system";
                    /** @description The key, the user, or the name of the part of Recado. */
                    id: string;
                    /** @description Of a key or a user; null for others. */
                    name: string | null;
                };
                /** @description The header Idempotency-Key of the request; null without one. */
                idempotency_key: string | null;
            } | {
                /** @description Names the step within the trace; `why.because` refers to it. */
                key: string;
                /**
                 * @description On whose side it happened.
                 * @enum {string}
                 */
                lane: "you" | "recado" | "whatsapp" | "your_webhook";
                /**
                 * Format: date-time
                 * @description By Recado's clock.
                 */
                at: string;
                /** @description The status of the message after the step; null where the step does not decide it. */
                state: string | null;
                /**
                 * @description What Recado recorded in its log.
                 * @constant
                 */
                kind: "fact";
                /** @description The type of the fact, as in GET /schemas. */
                type: string;
                /** @description The facts of the log that it stands among: category and id. */
                stream: string;
                /** @description Its number in that stream, from 0. */
                revision: number;
                /** @description The place of its fact in the log. */
                position: string;
                /** @description The fact, or the request, that led to it. */
                cause: string;
                /** @description Who did it. */
                actor: {
                    /**
                     * @description Whether a program, a person, WhatsApp or Recado itself did it.
                     * @enum {string}
                     */
                    type: "api_key" | "user" | "provider" | "operator" | "system";
                    /** @description The key, the user, or the name of the part of Recado. */
                    id: string;
                    /** @description Of a key or a user; null for others. */
                    name: string | null;
                };
                /** @description What the fact says, without the payloads exchanged with the provider. */
                data: {
                    [key: string]: unknown;
                };
            } | {
                /** @description Names the step within the trace; `why.because` refers to it. */
                key: string;
                /**
                 * @description On whose side it happened.
                 * @enum {string}
                 */
                lane: "you" | "recado" | "whatsapp" | "your_webhook";
                /**
                 * Format: date-time
                 * @description By Recado's clock.
                 */
                at: string;
                /** @description The status of the message after the step; null where the step does not decide it. */
                state: string | null;
                /**
                 * @description A call to WhatsApp to send the message.
                 * @constant
                 */
                kind: "provider_call";
                /** @description Its number among the attempts to send, from 1. */
                attempt: number;
                /** @description Milliseconds from the claim to the outcome; null where the claim is unknown. */
                took_ms: number | null;
                /**
                 * @description `deferred`: nothing was sent; another attempt follows. `unknown`: WhatsApp did not answer.
                 * @enum {string}
                 */
                outcome: "accepted" | "refused" | "deferred" | "unknown";
                /** @description What WhatsApp was sent; null where it is not recorded. */
                request: unknown;
                /** @description What WhatsApp answered, or its error; null without an answer. */
                answer: unknown;
            } | {
                /** @description Names the step within the trace; `why.because` refers to it. */
                key: string;
                /**
                 * @description On whose side it happened.
                 * @enum {string}
                 */
                lane: "you" | "recado" | "whatsapp" | "your_webhook";
                /**
                 * Format: date-time
                 * @description By the clock of the provider.
                 */
                at: string;
                /** @description The status of the message after the step; null where the step does not decide it. */
                state: string | null;
                /**
                 * @description What WhatsApp reported.
                 * @constant
                 */
                kind: "status";
                /** @description The status that was reported, or the type of the message. */
                type: string;
                /** @description The place of its fact in the log. */
                position: string;
                /**
                 * Format: date-time
                 * @description By Recado's clock, like `at` of all other steps.
                 */
                recorded_at: string;
                /** @description The raw event that it was read from; null until GET /webhook-events has it. */
                raw_event_id: number | null;
                /** @description The report as Recado understood it. */
                data: {
                    [key: string]: unknown;
                };
            } | {
                /** @description Names the step within the trace; `why.because` refers to it. */
                key: string;
                /**
                 * @description On whose side it happened.
                 * @enum {string}
                 */
                lane: "you" | "recado" | "whatsapp" | "your_webhook";
                /**
                 * Format: date-time
                 * @description By Recado's clock.
                 */
                at: string;
                /** @description The status of the message after the step; null where the step does not decide it. */
                state: string | null;
                /**
                 * @description A delivery to your webhook began.
                 * @constant
                 */
                kind: "delivery";
                /**
                 * Format: uuid
                 * @description A delivery, as in GET /webhooks/deliveries.
                 */
                delivery_id: string;
                /** @description The name of the event: ours, or the provider's for a native one. */
                event: string;
                /**
                 * @description pending: not attempted, or paused. failed: another attempt is planned. dead: no attempt is planned any more.
                 * @enum {string}
                 */
                status: "pending" | "delivered" | "failed" | "dead";
                /** @description The URL of the last attempt; before the first, the URL of the webhook. */
                target_url: string;
            } | {
                /** @description Names the step within the trace; `why.because` refers to it. */
                key: string;
                /**
                 * @description On whose side it happened.
                 * @enum {string}
                 */
                lane: "you" | "recado" | "whatsapp" | "your_webhook";
                /**
                 * Format: date-time
                 * @description By Recado's clock.
                 */
                at: string;
                /** @description The status of the message after the step; null where the step does not decide it. */
                state: string | null;
                /**
                 * @description A POST to your webhook.
                 * @constant
                 */
                kind: "attempt";
                /**
                 * Format: uuid
                 * @description A delivery, as in GET /webhooks/deliveries.
                 */
                delivery_id: string;
                /** @description The name of the event: ours, or the provider's for a native one. */
                event: string;
                /** @description Its number among the attempts of the delivery. */
                attempt: number;
                /** @description Null without an answer. */
                http_status: number | null;
                /** @description Milliseconds until the answer, or until it failed. */
                took_ms: number;
                /**
                 * @description gone: the endpoint answered 410, which pauses the webhook.
                 * @enum {string}
                 */
                outcome: "delivered" | "failed" | "gone";
                /** @description Extension. What went wrong in technical words, such as `connect ECONNREFUSED 203.0.113.9:443`; null for an attempt that delivered. */
                error: string | null;
                /** @description Extension. The kind of the error, for programs. `connection_refused`: Nothing accepts connections at the address and port of your endpoint. `dns`: No address was found for the host of your endpoint. `unreachable`: No network route leads to your endpoint. `tls`: No TLS connection could be established: check the certificate of your endpoint. `timeout`: Your endpoint did not answer in time. `connection_closed`: The connection ended before your endpoint answered. `address_forbidden`: The address of your endpoint is not public. Recado posts only to public addresses. `invalid_answer`: Your endpoint sent no valid HTTP answer, or one that is too long. `redirect`: Your endpoint redirects, which Recado does not follow: configure its final address. `gone`: Your endpoint answered 410 (Gone). `rejected`: Your endpoint refused the request: check its address and what it expects. `server_error`: Your endpoint had an error of its own (5xx). `secret_lost`: The secret of the webhook is lost: configure the webhook with a new one. `unknown`: The reason is not known. */
                failure: ("connection_refused" | "dns" | "unreachable" | "tls" | "timeout" | "connection_closed" | "address_forbidden" | "invalid_answer" | "redirect" | "gone" | "rejected" | "server_error" | "secret_lost" | "unknown") | null;
                /** @description Extension. The same for people, in English. */
                sentence: string | null;
                /** @description When the next attempt was due; null when none was planned. */
                next_at: string | null;
                /** @description The first 4 KiB of a failing answer; null without one. */
                answer_excerpt: string | null;
            })[];
            /** @description Whether there are more steps than are shown. */
            is_cut: boolean;
            /** @description The place in the log up to which it is complete. */
            as_of: string;
        };
        /**
         * @description The part of a list that an answer shows.
         * @example {
         *       "limit": 1,
         *       "offset": 0,
         *       "total": 120,
         *       "next_offset": 1
         *     }
         */
        Pagination: {
            /** @description Page size applied. */
            limit: number;
            /** @description Start index applied. */
            offset: number;
            /** @description Records matching in all. */
            total: number;
            /** @description Offset of the next page; null on the last one. */
            next_offset: number | null;
        };
        /**
         * @description The body of every answer that is not a success.
         * @example {
         *       "error": {
         *         "code": "validation",
         *         "message": "text must have at most 4096 characters"
         *       }
         *     }
         */
        Problem: {
            /** @description Why the request was not carried out. */
            error: {
                /**
                 * @description What is wrong, for programs.
                 * @enum {string}
                 */
                code: "invalid_body" | "query_error" | "unauthorized" | "forbidden" | "upgrade_required" | "not_found" | "method_not_allowed" | "ambiguous_connection" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "validation" | "invalid_type" | "rate_limited" | "internal_error" | "provider_error" | "unavailable";
                /** @description Names what is wrong and, for an input, the field and its rule. */
                message: string;
                /** @description With unavailable, while the read models are being filled from the log: how far they are. */
                filling?: {
                    /** @description How far they are; null before that is known. */
                    percent: number | null;
                    /** @description Estimated; null before that is known. */
                    seconds_left: number | null;
                };
                /** @description With ambiguous_connection only: the connections that have the number. */
                candidates?: {
                    /**
                     * Format: uuid
                     * @description A number of the account, as in GET /connections.
                     */
                    id: string;
                    /**
                     * @description official: a number of the Cloud API. freemium: a number of a gateway (Basic plan).
                     * @enum {string}
                     */
                    type: "official" | "freemium";
                    /**
                     * @description connected: it sends and receives. pending: the provider has not confirmed it yet. connecting: a phone is being linked. disconnected: it was unlinked or released. error: the provider refuses it.
                     * @enum {string}
                     */
                    status: "connected" | "connecting" | "pending" | "disconnected" | "error";
                    /** @description As the provider shows it; null while a freemium number is not paired. */
                    phone_number: string | null;
                    /** @description The same in digits; accepted in place of connection_id. */
                    phone_number_digits: string | null;
                }[];
            };
        };
        /**
         * @description A provider's event as it came, for audit and external reprocessing.
         * @example {
         *       "id": 6010,
         *       "source": "official",
         *       "event": "messages",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "payload": {
         *         "object": "whatsapp_business_account",
         *         "entry": []
         *       },
         *       "created_at": "2026-01-01T09:00:00.000Z"
         *     }
         */
        RawEvent: {
            /**
             * Format: int64
             * @description The raw event, as in GET /webhook-events.
             */
            id: number;
            /**
             * @description official: a number of the Cloud API. freemium: a number of a gateway (Basic plan).
             * @enum {string}
             */
            source: "official" | "freemium";
            /** @description The provider's name, such as messages or statuses. */
            event: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /** @description The event as it came, unchanged. Of an erased one, only what it holds of others, with null in the place of what was about the person. */
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /**
             * @description Present once the person was erased: what said something of it is null or empty. Extension.
             * @constant
             */
            erased?: true;
        };
        /**
         * @description The conversation of a person on a connection, found by identities.
         * @example {
         *       "id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "status": "open",
         *       "last_inbound_at": "2026-01-01T09:00:00.000Z",
         *       "contact": {
         *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *         "phone": "5531987654321"
         *       }
         *     }
         */
        ResolvedConversation: {
            /**
             * Format: uuid
             * @description One person on one number. POST /messages takes it to reply.
             */
            id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * @description Set by PATCH /conversations/{id}. A later message of the person opens it again.
             * @enum {string}
             */
            status: "open" | "closed" | "pending";
            /** @description When the person last wrote, by the provider's clock. Defines the 24-hour window. */
            last_inbound_at: string | null;
            /** @description The person of the identities. */
            contact: {
                /**
                 * Format: uuid
                 * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                 */
                id: string;
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
            };
        };
        /**
         * @description A sale of a shop, attributed to the conversation that led to it.
         * @example {
         *       "id": "c41f0d2e-0b1c-5c55-9a64-0f3c9d2b1f01",
         *       "source": "shop",
         *       "provider": "hotmart",
         *       "status": "paid",
         *       "gross_cents": 12990,
         *       "fee_cents": 990,
         *       "currency": "BRL",
         *       "product_name": "Curso",
         *       "product_id": "curso-1",
         *       "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *       "phone_problem": null,
         *       "created_at": "2026-01-01T09:00:00.000Z"
         *     }
         */
        Sale: {
            /**
             * Format: uuid
             * @description The sale, as in GET /sales.
             */
            id: string;
            /** @description Where the notice came from, such as a shop or a checkout. */
            source: string;
            /** @description Who took the payment. */
            provider: string;
            /**
             * @description By the notices of the shop: pending, then paid, then refunded or charged back if that happens.
             * @enum {string}
             */
            status: "pending" | "paid" | "refunded" | "chargeback";
            /** @description What the buyer pays, in the currency's smallest unit. */
            gross_cents: number;
            /** @description What the seller pays for the sale, in the currency's smallest unit. */
            fee_cents: number | null;
            /** @description ISO 4217. */
            currency: string;
            /** @description As the shop calls it; null where it says none. */
            product_name: string | null;
            /** @description The shop's own id of the product. */
            product_id: string | null;
            /** @description Null until the buyer has a conversation. */
            conversation_id: string | null;
            /** @description Extension. `without_country_code`: the notice's phone has no country code, and no single buyer was found: with the country code of the account's numbers the phone fits no conversation or several people, or the numbers are of several countries. Send a notice with the `conversation_id` to attribute the sale. Null otherwise. */
            phone_problem: "without_country_code" | null;
            /**
             * Format: date-time
             * @description When it happened, as the earliest notice says.
             */
            created_at: string;
        };
        /**
         * @description A stage of the sales funnel.
         * @example {
         *       "id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
         *       "name": "In conversation",
         *       "position": 1,
         *       "color": "#5b9bd9",
         *       "auto_kind": "engaged",
         *       "created_at": "2026-01-01T09:00:00.000Z"
         *     }
         */
        Stage: {
            /**
             * Format: uuid
             * @description A stage of the funnel, as in GET /stages.
             */
            id: string;
            /** @description What the team calls it. */
            name: string;
            /** @description Place in the funnel, from 0. */
            position: number;
            /** @description Its colour in the funnel, hexadecimal. */
            color: string;
            /** @description Contacts of this kind are on this stage, unless somebody has put them on another one. */
            auto_kind: ("new" | "engaged" | "won") | null;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
        };
        /**
         * @description A message template. Approved ones can be sent outside the 24-hour window.
         * @example {
         *       "id": "d51f0d2e-0b1c-5c55-9a64-0f3c9d2b1f02",
         *       "name": "order_ready",
         *       "meta_template_name": "order_ready",
         *       "category": "UTILITY",
         *       "language": "pt_BR",
         *       "status": "approved",
         *       "provider_status": "APPROVED",
         *       "variables": [
         *         "body.1",
         *         "body.2"
         *       ],
         *       "updated_at": "2026-01-01T09:00:00.000Z"
         *     }
         */
        Template: {
            /**
             * Format: uuid
             * @description A template, as in GET /templates.
             */
            id: string;
            /** @description How lists call it; at present the same as meta_template_name. */
            name: string;
            /** @description What template.name of POST /messages takes. */
            meta_template_name: string;
            /** @description The provider's, such as MARKETING, UTILITY, AUTHENTICATION. */
            category: string;
            /** @description What template.language of POST /messages takes, such as pt_BR. */
            language: string;
            /**
             * @description The decision of the provider. Only approved templates can be sent.
             * @enum {string}
             */
            status: "draft" | "pending" | "approved" | "rejected";
            /** @description The provider's own status, such as PAUSED. */
            provider_status: string;
            /** @description What must be filled in: header.1, body.1, button.0.1, or their names. */
            variables: string[];
            /**
             * Format: date-time
             * @description When Recado last saw a change of it.
             */
            updated_at: string;
        };
        /**
         * @description What the undoing of a merge changes.
         * @example {
         *       "survivor_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *       "merged_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d02",
         *       "identities": [
         *         {
         *           "kind": "business_scoped_user_id",
         *           "value": "BR.1A2B3C"
         *         }
         *       ],
         *       "kept": [
         *         {
         *           "kind": "username",
         *           "value": "ana.reis"
         *         }
         *       ],
         *       "conversations": 1,
         *       "sales": 0
         *     }
         */
        UnmergeChanges: {
            /**
             * Format: uuid
             * @description The older contact, which continues.
             */
            survivor_id: string;
            /**
             * Format: uuid
             * @description The other one. While it is merged, its id leads to the survivor.
             */
            merged_id: string;
            /** @description Those that the separated contact gets back. */
            identities: {
                /**
                 * @description The field of the contact; `lid` is the hidden id of a gateway.
                 * @enum {string}
                 */
                kind: "business_scoped_user_id" | "phone" | "parent_business_scoped_user_id" | "username" | "lid";
                /** @description As a caller or WhatsApp gave it. */
                value: string;
            }[];
            /** @description Those that it does not get back, because the survivor gave them up or others have them. */
            kept: {
                /**
                 * @description The field of the contact; `lid` is the hidden id of a gateway.
                 * @enum {string}
                 */
                kind: "business_scoped_user_id" | "phone" | "parent_business_scoped_user_id" | "username" | "lid";
                /** @description As a caller or WhatsApp gave it. */
                value: string;
            }[];
            /** @description How many conversations change the person that they show. */
            conversations: number;
            /** @description How many sales change the contact that they are shown on. */
            sales: number;
        };
        /**
         * @description Where the events of a connection are posted.
         * @example {
         *       "id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "url": "https://crm.example/recado",
         *       "events": [],
         *       "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
         *       "active": true
         *     }
         */
        Webhook: {
            /**
             * Format: uuid
             * @description The configuration; it stays the same when its values change.
             */
            id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /** @description Where events are posted, http or https. */
            url: string;
            /** @description Names of the events that the webhook receives. Empty: every structured event. `webhook.failing`, `contact.erased` and `log.sealed` only where they are listed. */
            events: string[];
            /** @description Signs the deliveries. Null when it was lost: configure the webhook with a new one. */
            secret: string | null;
            /** @description Whether events are posted now; while they are not, deliveries wait. */
            active: boolean;
        };
        /**
         * @description One event on its way to one webhook.
         * @example {
         *       "id": "572f0fb3-403f-50bd-8c57-72063a379c61",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "event": "whatsapp.message.received",
         *       "event_id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "last_status": 200,
         *       "last_error": null,
         *       "target_url": "https://crm.example/recado",
         *       "next_attempt_at": null,
         *       "delivered_at": "2026-01-01T09:00:02.000Z",
         *       "created_at": "2026-01-01T09:00:00.000Z"
         *     }
         */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Sent along as x-service-delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /** @description The name of the event: ours, or the provider's for a native one. */
            event: string;
            /**
             * Format: uuid
             * @description Sent along as webhook-id; the same on every attempt and redelivery.
             */
            event_id: string;
            /**
             * @description pending: not attempted, or paused. failed: another attempt is planned. dead: no attempt is planned any more.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "dead";
            /** @description Attempts so far. */
            attempts: number;
            /** @description Last HTTP status; null without an answer. */
            last_status: number | null;
            /** @description The error of the last attempt: what went wrong without an answer, or `answered <status>`. Null before the first attempt and once delivered; `paused for too long` for a delivery that was skipped. */
            last_error: string | null;
            /** @description The URL of the last attempt; before the first, the URL of the webhook. */
            target_url: string;
            /** @description When the next attempt is due; null when none is planned. */
            next_attempt_at: string | null;
            /** @description When the endpoint answered 2xx; null until it does. */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
        };
        /**
         * @description A delivery with every attempt, and the request exactly as it was signed.
         * @example {
         *       "id": "572f0fb3-403f-50bd-8c57-72063a379c61",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "event": "whatsapp.message.received",
         *       "event_id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "last_status": 200,
         *       "last_error": null,
         *       "target_url": "https://crm.example/recado",
         *       "next_attempt_at": null,
         *       "delivered_at": "2026-01-01T09:00:02.000Z",
         *       "created_at": "2026-01-01T09:00:00.000Z",
         *       "contact": {
         *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *         "name": "Ana Reis",
         *         "phone": "5531987654321"
         *       },
         *       "why": null,
         *       "attempt_log": [
         *         {
         *           "attempt": 1,
         *           "at": "2026-01-01T09:00:00.000Z",
         *           "http_status": 200,
         *           "took_ms": 84,
         *           "outcome": "delivered",
         *           "error": null,
         *           "failure": null,
         *           "sentence": null,
         *           "next_at": null,
         *           "answer_excerpt": null
         *         }
         *       ],
         *       "request": {
         *         "headers": {
         *           "content-type": "application/json",
         *           "webhook-id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
         *           "webhook-timestamp": "1767258000"
         *         },
         *         "body": "{\"id\":\"9d78fad8-cb19-57f1-8830-8e48c6528de7\",\"type\":\"whatsapp.message.received\"}"
         *       }
         *     }
         */
        WebhookDeliveryDetail: {
            /**
             * Format: uuid
             * @description Sent along as x-service-delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /** @description The name of the event: ours, or the provider's for a native one. */
            event: string;
            /**
             * Format: uuid
             * @description Sent along as webhook-id; the same on every attempt and redelivery.
             */
            event_id: string;
            /**
             * @description pending: not attempted, or paused. failed: another attempt is planned. dead: no attempt is planned any more.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "dead";
            /** @description Attempts so far. */
            attempts: number;
            /** @description Last HTTP status; null without an answer. */
            last_status: number | null;
            /** @description The error of the last attempt: what went wrong without an answer, or `answered <status>`. Null before the first attempt and once delivered; `paused for too long` for a delivery that was skipped. */
            last_error: string | null;
            /** @description The URL of the last attempt; before the first, the URL of the webhook. */
            target_url: string;
            /** @description When the next attempt is due; null when none is planned. */
            next_attempt_at: string | null;
            /** @description When the endpoint answered 2xx; null until it does. */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When Recado recorded it.
             */
            created_at: string;
            /** @description Extension. The person of the conversation, with the current name; null if there is no person. */
            contact: {
                /**
                 * Format: uuid
                 * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                 */
                id: string;
                /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                name: string | null;
                /** @description Digits with country code; null while no phone of the person is known. */
                phone: string | null;
                /**
                 * @description Present once the person was erased: what said something of it is null or empty. Extension.
                 * @constant
                 */
                erased?: true;
            } | null;
            /** @description Extension. Why it failed; null when it did not. */
            why: {
                /** @description The rule, for programs; a later version may add others. `never_confirmed`: WhatsApp never said whether it accepted the message. It was not sent again. `refused_by_us`: Recado gave up before WhatsApp accepted the message. `webhook_gone`: Your endpoint answered 410, so its webhook was paused. `webhook_exhausted`: No attempt to post to your endpoint succeeded, and none is left. `webhook_failing`: The last attempt to post to your endpoint failed; another one follows. `webhook_skipped`: Your webhook was paused for too long; the event was not sent. `auth`: WhatsApp rejected the access token of this number, or its app lacks permission. Replace the token. `invalid`: WhatsApp refused a value in the request. `retry`: WhatsApp had an error of its own, or could not be reached. It may work later. `throttle`: WhatsApp limited the rate of this number. `blocked`: The business account or its number is restricted. `undeliverable`: The person cannot be reached on WhatsApp, or has not accepted its terms. `window_closed`: No message from this person in the last 24 hours. Only an approved template can be sent. `media`: WhatsApp could not fetch or accept the file. `identity_changed`: The person’s phone changed hands. Check who it is before you write again. `unknown`: WhatsApp refused it for a reason that it does not explain. */
                rule: string;
                /** @description Extension. With `webhook_exhausted` and `webhook_failing`: how the last attempt failed. */
                failure: ("connection_refused" | "dns" | "unreachable" | "tls" | "timeout" | "connection_closed" | "address_forbidden" | "invalid_answer" | "redirect" | "gone" | "rejected" | "server_error" | "secret_lost" | "unknown") | null;
                /** @description Code and text of the error, from the other side or the network; empty when there are none. */
                says: string;
                /** @description Extension. Rule and failure for people, in English. */
                sentence: string;
            } | null;
            /** @description Every attempt, the first one first. */
            attempt_log: {
                /** @description Its number among the attempts of the delivery. */
                attempt: number;
                /**
                 * Format: date-time
                 * @description When it was posted.
                 */
                at: string;
                /** @description Null without an answer. */
                http_status: number | null;
                /** @description Milliseconds until the answer, or until it failed. */
                took_ms: number;
                /**
                 * @description gone: the endpoint answered 410, which pauses the webhook.
                 * @enum {string}
                 */
                outcome: "delivered" | "failed" | "gone";
                /** @description Extension. What went wrong in technical words, such as `connect ECONNREFUSED 203.0.113.9:443`; null for an attempt that delivered. */
                error: string | null;
                /** @description Extension. The kind of the error, for programs. `connection_refused`: Nothing accepts connections at the address and port of your endpoint. `dns`: No address was found for the host of your endpoint. `unreachable`: No network route leads to your endpoint. `tls`: No TLS connection could be established: check the certificate of your endpoint. `timeout`: Your endpoint did not answer in time. `connection_closed`: The connection ended before your endpoint answered. `address_forbidden`: The address of your endpoint is not public. Recado posts only to public addresses. `invalid_answer`: Your endpoint sent no valid HTTP answer, or one that is too long. `redirect`: Your endpoint redirects, which Recado does not follow: configure its final address. `gone`: Your endpoint answered 410 (Gone). `rejected`: Your endpoint refused the request: check its address and what it expects. `server_error`: Your endpoint had an error of its own (5xx). `secret_lost`: The secret of the webhook is lost: configure the webhook with a new one. `unknown`: The reason is not known. */
                failure: ("connection_refused" | "dns" | "unreachable" | "tls" | "timeout" | "connection_closed" | "address_forbidden" | "invalid_answer" | "redirect" | "gone" | "rejected" | "server_error" | "secret_lost" | "unknown") | null;
                /** @description Extension. The same for people, in English. */
                sentence: string | null;
                /** @description When the next attempt was due; null when none was planned. */
                next_at: string | null;
                /** @description The first 4 KiB of a failing answer; null without one. */
                answer_excerpt: string | null;
            }[];
            /** @description What is posted. */
            request: {
                /** @description As signed for the last attempt: the signatures hold for the body below and for this time. Without x-service-signature, webhook-timestamp and webhook-signature where no attempt was made yet. */
                headers: {
                    [key: string]: string;
                };
                /** @description The exact text that is signed and sent. */
                body: string;
            };
        };
        /**
         * @description The endpoint of another webhook of the account has failed for an hour, or that webhook was switched off for it. Only where `events` lists it; a webhook gets no notice of itself.
         * @example {
         *       "id": "f6f2fad8-cb19-57f1-8830-8e48c6528ded",
         *       "timestamp": "2026-01-01T09:00:00.000Z",
         *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "type": "webhook.failing",
         *       "sequence": null,
         *       "data": {
         *         "webhook_id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
         *         "url": "https://crm.example/recado",
         *         "active": true,
         *         "reason": "failing",
         *         "failing_since": "2026-01-01T09:00:00.000Z"
         *       }
         *     }
         */
        WebhookFailing: {
            /**
             * Format: uuid
             * @description The event; the same on every attempt, for de-duplication.
             */
            id: string;
            /**
             * Format: date-time
             * @description When Recado recorded what happened.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The account that the number belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description The connection whose webhook fails.
             */
            connection_id: string;
            /**
             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
             * @constant
             */
            test?: true;
            /**
             * @description What happened; it decides what `data` holds.
             * @constant
             */
            type: "webhook.failing";
            /** @description Always null: it belongs to no conversation. */
            sequence: null;
            /** @description The webhook, and what is wrong with it. */
            data: {
                /**
                 * Format: uuid
                 * @description The webhook whose endpoint fails, as in GET /webhooks.
                 */
                webhook_id: string;
                /** @description Where its events are posted. */
                url: string;
                /** @description False: the webhook was switched off, and its deliveries wait. */
                active: boolean;
                /**
                 * @description `failing`: no attempt has succeeded since then. `gone`: it answered 410.
                 * @enum {string}
                 */
                reason: "failing" | "gone";
                /** @description When the first of these attempts failed; null when none has failed before. */
                failing_since: string | null;
            };
        };
        /**
         * @description The delivery of all events that a webhook never accepted.
         * @example {
         *       "id": "0c5f0d2e-0b1c-4c55-9a64-0f3c9d2b1e05",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "since": "2026-01-01T09:00:00.000Z",
         *       "status": "running",
         *       "found": 120,
         *       "enqueued": 100
         *     }
         */
        WebhookRecovery: {
            /**
             * Format: uuid
             * @description A recovery, from the answer of POST /webhooks/recover.
             */
            id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * Format: date-time
             * @description Events recorded from that moment are delivered.
             */
            since: string;
            /**
             * @description done: every event has been examined.
             * @enum {string}
             */
            status: "running" | "done";
            /** @description Events so far that were never delivered. */
            found: number;
            /** @description Deliveries created for them so far; the other events already had a pending delivery. */
            enqueued: number;
        };
        /**
         * @description The status of the number changed, or the provider reported something about it.
         * @example {
         *       "id": "e5f2fad8-cb19-57f1-8830-8e48c6528dec",
         *       "timestamp": "2026-01-01T09:00:00.000Z",
         *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "type": "whatsapp.connection.updated",
         *       "sequence": null,
         *       "data": {
         *         "connection": {
         *           "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *           "type": "official",
         *           "status": "connected",
         *           "phone_number": "+55 11 3333-4444",
         *           "phone_number_digits": "551133334444",
         *           "capabilities": {
         *             "provider": "official_cloud_api",
         *             "message_types": [
         *               "text",
         *               "template",
         *               "image"
         *             ],
         *             "actions": [
         *               "send",
         *               "mark_read"
         *             ]
         *           }
         *         },
         *         "reason": "auth_failed",
         *         "previous_status": "connected",
         *         "details": null
         *       }
         *     }
         */
        WhatsappConnectionUpdated: {
            /**
             * Format: uuid
             * @description The event; the same on every attempt, for de-duplication.
             */
            id: string;
            /**
             * Format: date-time
             * @description When Recado recorded what happened.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The account that the number belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
             * @constant
             */
            test?: true;
            /**
             * @description What happened; it decides what `data` holds.
             * @constant
             */
            type: "whatsapp.connection.updated";
            /** @description Always null: it belongs to no conversation. */
            sequence: null;
            /** @description The connection and what changed. */
            data: {
                /** @description The connection as it is now. */
                connection: components["schemas"]["Connection"];
                /** @description Why it changed, such as auth_failed; or what the provider reported, such as quality. */
                reason: string;
                /** @description The status before; null when the status did not change. */
                previous_status: string | null;
                /** @description The provider's own details; null where there are none. */
                details: {
                    [key: string]: unknown;
                } | null;
            };
        };
        /**
         * @description A message arrived, or the status of one of ours advanced.
         * @example {
         *       "id": "b2f2fad8-cb19-57f1-8830-8e48c6528de9",
         *       "timestamp": "2026-01-01T09:00:00.000Z",
         *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "type": "whatsapp.message.delivered",
         *       "sequence": 3,
         *       "data": {
         *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *         "contact": {
         *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *           "name": "Ana Reis",
         *           "phone": "5531987654321",
         *           "business_scoped_user_id": "BR.1A2B3C"
         *         },
         *         "message": {
         *           "id": 48211,
         *           "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
         *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *           "direction": "outbound",
         *           "origin": "api",
         *           "type": "text",
         *           "text": "Tudo, e você?",
         *           "content": null,
         *           "status": "delivered",
         *           "provider_message_id": "wamid.EXAMPLE_OUT",
         *           "reply_to_message_id": null,
         *           "sender": null,
         *           "recipient": {
         *             "phone": "5531987654321",
         *             "business_scoped_user_id": "BR.1A2B3C"
         *           },
         *           "biz_opaque_callback_data": "order-991",
         *           "error": null,
         *           "created_at": "2026-01-01T09:00:00.000Z",
         *           "provider_timestamp": null,
         *           "sent_at": "2026-01-01T09:00:00.000Z",
         *           "delivered_at": "2026-01-01T09:00:02.000Z",
         *           "read_at": null,
         *           "failed_at": null,
         *           "revoked_at": null,
         *           "pricing": {
         *             "category": "service",
         *             "billable": false,
         *             "type": "free_customer_service"
         *           }
         *         }
         *       }
         *     }
         */
        WhatsappMessageEvent: {
            /**
             * Format: uuid
             * @description The event; the same on every attempt, for de-duplication.
             */
            id: string;
            /**
             * Format: date-time
             * @description When Recado recorded what happened.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The account that the number belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
             * @constant
             */
            test?: true;
            /**
             * @description What happened; it decides what `data` holds.
             * @enum {string}
             */
            type: "whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read";
            /** @description Place of the event among those for this webhook in this conversation, from 1 without gaps. Null in a test. */
            sequence: number | null;
            /** @description The message and whose it is. */
            data: {
                /**
                 * Format: uuid
                 * @description One person on one number. POST /messages takes it to reply.
                 */
                conversation_id: string;
                /** @description The person of the conversation. */
                contact: {
                    /**
                     * Format: uuid
                     * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                     */
                    id: string;
                    /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                    name: string | null;
                    /** @description Digits with country code; null while no phone of the person is known. */
                    phone: string | null;
                    /** @description The provider's id of the person for your business (BSUID). */
                    business_scoped_user_id: string | null;
                };
                /** @description The message as the log shows it at this event. */
                message: components["schemas"]["Message"];
            };
        };
        /**
         * @description A message of ours will not arrive.
         * @example {
         *       "id": "d4f2fad8-cb19-57f1-8830-8e48c6528deb",
         *       "timestamp": "2026-01-01T09:00:00.000Z",
         *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
         *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *       "type": "whatsapp.message.failed",
         *       "sequence": 5,
         *       "data": {
         *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *         "contact": {
         *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *           "name": "Ana Reis",
         *           "phone": "5531987654321",
         *           "business_scoped_user_id": "BR.1A2B3C"
         *         },
         *         "message": {
         *           "id": 48211,
         *           "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
         *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
         *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
         *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
         *           "direction": "outbound",
         *           "origin": "api",
         *           "type": "text",
         *           "text": "Tudo, e você?",
         *           "content": null,
         *           "status": "failed",
         *           "provider_message_id": "wamid.EXAMPLE_OUT",
         *           "reply_to_message_id": null,
         *           "sender": null,
         *           "recipient": {
         *             "phone": "5531987654321",
         *             "business_scoped_user_id": "BR.1A2B3C"
         *           },
         *           "biz_opaque_callback_data": "order-991",
         *           "error": {
         *             "code": 131026,
         *             "class": "undeliverable",
         *             "title": "Message undeliverable",
         *             "details": "The recipient has not accepted the terms."
         *           },
         *           "created_at": "2026-01-01T09:00:00.000Z",
         *           "provider_timestamp": null,
         *           "sent_at": "2026-01-01T09:00:00.000Z",
         *           "delivered_at": null,
         *           "read_at": null,
         *           "failed_at": "2026-01-01T09:00:02.000Z",
         *           "revoked_at": null,
         *           "pricing": {
         *             "category": "service",
         *             "billable": false,
         *             "type": "free_customer_service"
         *           }
         *         },
         *         "error": {
         *           "code": 131026,
         *           "class": "undeliverable",
         *           "title": "Message undeliverable",
         *           "details": "The recipient has not accepted the terms."
         *         }
         *       }
         *     }
         */
        WhatsappMessageFailed: {
            /**
             * Format: uuid
             * @description The event; the same on every attempt, for de-duplication.
             */
            id: string;
            /**
             * Format: date-time
             * @description When Recado recorded what happened.
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The account that the number belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description A number of the account, as in GET /connections.
             */
            connection_id: string;
            /**
             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
             * @constant
             */
            test?: true;
            /**
             * @description What happened; it decides what `data` holds.
             * @constant
             */
            type: "whatsapp.message.failed";
            /** @description Place of the event among those for this webhook in this conversation, from 1 without gaps. Null in a test. */
            sequence: number | null;
            /** @description The message, whose it is, and why it failed. */
            data: {
                /**
                 * Format: uuid
                 * @description One person on one number. POST /messages takes it to reply.
                 */
                conversation_id: string;
                /** @description The person of the conversation. */
                contact: {
                    /**
                     * Format: uuid
                     * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                     */
                    id: string;
                    /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                    name: string | null;
                    /** @description Digits with country code; null while no phone of the person is known. */
                    phone: string | null;
                    /** @description The provider's id of the person for your business (BSUID). */
                    business_scoped_user_id: string | null;
                };
                /** @description The message as the log shows it at this event. */
                message: components["schemas"]["Message"];
                /** @description Why it failed; null where no reason is known. */
                error: {
                    /** @description The provider's error code; a word where Recado gave up. */
                    code: number | string;
                    /** @description What kind of error it is, such as undeliverable or window_closed: see `why.rule`. */
                    class: string;
                    /** @description The provider's title of the error. */
                    title: string;
                    /** @description The provider's explanation; null where it gives none. */
                    details: string | null;
                } | null;
            };
        };
    };
    responses: {
        /** @description Broken JSON (`invalid_body`) or a malformed query (`query_error`). */
        Error400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "query_error",
                 *         "message": "limit must be a whole number"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is missing, invalid or revoked. */
        Error401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unauthorized",
                 *         "message": "the API key is unknown or revoked"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The key lacks the scope (`forbidden`), or the plan is too low (`upgrade_required`). */
        Error403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "forbidden",
                 *         "message": "this needs a key with the scope write"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Not in this account. */
        Error404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "not found in this account; check the id"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The number fits several connections (`ambiguous_connection`, with candidates), or the first request with this Idempotency-Key still runs (`idempotency_in_progress`). */
        Error409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "ambiguous_connection",
                 *         "message": "several connections have this number: send the uuid of one of the candidates",
                 *         "candidates": [
                 *           {
                 *             "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *             "type": "official",
                 *             "status": "connected",
                 *             "phone_number": "+55 11 91234-5678",
                 *             "phone_number_digits": "5511912345678"
                 *           },
                 *           {
                 *             "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c02",
                 *             "type": "official",
                 *             "status": "connected",
                 *             "phone_number": "+55 11 91234-5678",
                 *             "phone_number_digits": "5511912345678"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large. */
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "payload_too_large",
                 *         "message": "the body is too large; send a smaller one"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is of another type than the route takes. */
        Error415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unsupported_media_type",
                 *         "message": "send the body as JSON with the header \"Content-Type: application/json\""
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A field is missing or breaks its rule (`validation`), or the type is outside the set of the route (`invalid_type`). */
        Error422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "validation",
                 *         "message": "name is required"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The limit of requests per minute is used up; wait for Retry-After. */
        Error429: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "rate_limited",
                 *         "message": "the limit of 120 requests per minute of this key is used up; wait 21 s"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description An internal error of Recado. */
        Error500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "internal_error",
                 *         "message": "an internal error; try again, and name the x-request-id if you report it"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The provider failed or gave an unusable answer. */
        Error502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "provider_error",
                 *         "message": "the provider did not answer"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A part that the answer needs is unavailable; try again after Retry-After. */
        Error503: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unavailable",
                 *         "message": "the event log is not available; try again"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The x-request-id sent, or a new one: quote it when you ask for help. */
        RequestId: string;
        /** @description Requests per window in seconds, such as "default";q=120;w=60. */
        RateLimitPolicy: string;
        /** @description Requests left and seconds until more, such as "default";r=37;t=21. */
        RateLimit: string;
        /** @description Seconds to wait before the next try. */
        RetryAfter: number;
        /** @description Position of the write in the log; send it as x-min-event-position to read it. */
        EventPosition: string;
        /** @description `pending` when reads may not show the write yet. */
        ReadConsistency: string;
    };
    pathItems: never;
}
type $defs = Record<string, never>;
interface operations {
    listConnections: {
        parameters: {
            query?: {
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *           "type": "official",
                     *           "status": "connected",
                     *           "phone_number": "+55 11 3333-4444",
                     *           "phone_number_digits": "551133334444",
                     *           "capabilities": {
                     *             "provider": "official_cloud_api",
                     *             "message_types": [
                     *               "text",
                     *               "template",
                     *               "image"
                     *             ],
                     *             "actions": [
                     *               "send",
                     *               "mark_read"
                     *             ]
                     *           },
                     *           "name": null,
                     *           "history": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["ListedConnection"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description A number of the account, as in GET /connections. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "type": "official",
                     *         "status": "connected",
                     *         "phone_number": "+55 11 3333-4444",
                     *         "phone_number_digits": "551133334444",
                     *         "capabilities": {
                     *           "provider": "official_cloud_api",
                     *           "message_types": [
                     *             "text",
                     *             "template",
                     *             "image"
                     *           ],
                     *           "actions": [
                     *             "send",
                     *             "mark_read"
                     *           ]
                     *         },
                     *         "name": null,
                     *         "history": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A WhatsApp number of the account, and its name. */
                        data: components["schemas"]["ListedConnection"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getConnectionHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description A number of the account, as in GET /connections. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "display_phone_number": "+55 11 3333-4444",
                     *         "verified_name": "Padaria Estrela",
                     *         "quality_rating": "GREEN",
                     *         "platform_type": "CLOUD_API",
                     *         "code_verification_status": "VERIFIED",
                     *         "messaging_limit_tier": "TIER_2K",
                     *         "throughput": {
                     *           "level": "STANDARD"
                     *         },
                     *         "health_status": {
                     *           "can_send_message": "AVAILABLE",
                     *           "entities": [
                     *             {
                     *               "entity_type": "PHONE_NUMBER",
                     *               "id": "106540352242922",
                     *               "can_send_message": "AVAILABLE"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The health of an official number, read from the provider at request time. The provider may add values; a value that it does not report is null. */
                        data: components["schemas"]["ConnectionHealth"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    getConnectionProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description A number of the account, as in GET /connections. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "about": "Fresh bread since 1987",
                     *         "address": "Rua A, 10, São Paulo",
                     *         "description": "A bakery.",
                     *         "email": "contato@estrela.example",
                     *         "vertical": "RETAIL",
                     *         "websites": [
                     *           "https://estrela.example"
                     *         ],
                     *         "profile_picture_url": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What WhatsApp users see of the business. Fields without a value are null. */
                        data: components["schemas"]["BusinessProfile"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    changeConnectionProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A number of the account, as in GET /connections. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The line below the name of the business, 1 to 139 characters. */
                    about?: string;
                    /** @description Where the business is, in one text. Empty removes it. */
                    address?: string;
                    /** @description What the business does, in a few sentences. Empty removes it. */
                    description?: string;
                    /**
                     * Format: email
                     * @description Where people can write to the business. Empty removes it.
                     */
                    email?: string;
                    /**
                     * @description The line of business, of the provider's catalog.
                     * @enum {string}
                     */
                    vertical?: "ALCOHOL" | "APPAREL" | "AUTO" | "BEAUTY" | "EDU" | "ENTERTAIN" | "EVENT_PLAN" | "FINANCE" | "GOVT" | "GROCERY" | "HEALTH" | "HOTEL" | "NONPROFIT" | "NOT_A_BIZ" | "ONLINE_GAMBLING" | "OTC_DRUGS" | "OTHER" | "PHYSICAL_GAMBLING" | "PROF_SERVICES" | "RESTAURANT" | "RETAIL" | "TRAVEL";
                    /** @description At most two addresses, http or https. They replace all. */
                    websites?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "about": "Fresh bread since 1987",
                     *         "address": "Rua A, 10, São Paulo",
                     *         "description": "A bakery.",
                     *         "email": "contato@estrela.example",
                     *         "vertical": "RETAIL",
                     *         "websites": [
                     *           "https://estrela.example"
                     *         ],
                     *         "profile_picture_url": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What WhatsApp users see of the business. Fields without a value are null. */
                        data: components["schemas"]["BusinessProfile"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description The stage shown: set by hand, else derived. */
                stage_id?: string;
                /** @description A connection's uuid, or its number in any formatting; selects every connection with that number. */
                connection_id?: string;
                /** @description Digits with country code; formatting and the Brazilian ninth digit are tolerated. */
                phone?: string;
                /** @description Without regard to case or a leading @. */
                username?: string;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id?: string;
                /** @description The person's id for the parent of your business (parent BSUID). */
                parent_business_scoped_user_id?: string;
                /** @description Extension. People whose name has words that begin with each of these, in any order; case and accents do not matter. */
                name?: string;
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *           "name": "Ana Reis",
                     *           "phone": "5531987654321",
                     *           "username": "ana.reis",
                     *           "business_scoped_user_id": "BR.1A2B3C",
                     *           "parent_business_scoped_user_id": null,
                     *           "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
                     *           "restricted": false,
                     *           "created_at": "2026-01-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["Contact"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Takes precedence over the profile name on WhatsApp. null has no effect. */
                    name?: string | null;
                    /** @description With country code; only digits are kept. null has no effect. */
                    phone?: string | null;
                    /** @description A leading @ is left out. null has no effect. */
                    username?: string | null;
                    /** @description The provider's id of the person (BSUID). null has no effect. */
                    business_scoped_user_id?: string | null;
                    /** @description The person's id for the parent of your business. null has no effect. */
                    parent_business_scoped_user_id?: string | null;
                    /** @description A stage of the account. null has no effect. */
                    stage_id?: string | null;
                    /** @description true stops all sends to the person, those that wait included, until it is false. Extension. */
                    restricted?: boolean;
                    /** @description Where the identities are known; required with username, business_scoped_user_id, parent_business_scoped_user_id. */
                    connection_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "name": "Ana Reis",
                     *         "phone": "5531987654321",
                     *         "username": "ana.reis",
                     *         "business_scoped_user_id": "BR.1A2B3C",
                     *         "parent_business_scoped_user_id": null,
                     *         "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
                     *         "restricted": false,
                     *         "created_at": "2026-01-01T09:00:00.000Z"
                     *       },
                     *       "created": false
                     *     }
                     */
                    "application/json": {
                        /** @description A person whom the account knows by at least one identity. */
                        data: components["schemas"]["Contact"];
                        /**
                         * @description Whether the contact is new.
                         * @constant
                         */
                        created: false;
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "name": "Ana Reis",
                     *         "phone": "5531987654321",
                     *         "username": "ana.reis",
                     *         "business_scoped_user_id": "BR.1A2B3C",
                     *         "parent_business_scoped_user_id": null,
                     *         "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
                     *         "restricted": false,
                     *         "created_at": "2026-01-01T09:00:00.000Z"
                     *       },
                     *       "created": true
                     *     }
                     */
                    "application/json": {
                        /** @description A person whom the account knows by at least one identity. */
                        data: components["schemas"]["Contact"];
                        /**
                         * @description Whether the contact is new.
                         * @constant
                         */
                        created: true;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The person. After a merge, the ids of both contacts lead to the one that continues. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "name": "Ana Reis",
                     *         "phone": "5531987654321",
                     *         "username": "ana.reis",
                     *         "business_scoped_user_id": "BR.1A2B3C",
                     *         "parent_business_scoped_user_id": null,
                     *         "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
                     *         "restricted": false,
                     *         "created_at": "2026-01-01T09:00:00.000Z",
                     *         "marketing_opted_out": false,
                     *         "sessions": [
                     *           {
                     *             "channel": "whatsapp_ad",
                     *             "utm_source": "facebook",
                     *             "utm_campaign": "verao",
                     *             "ad_id": "238001",
                     *             "landing_url": "https://shop.example/?utm_source=facebook&utm_campaign=verao"
                     *           }
                     *         ],
                     *         "sales": [
                     *           {
                     *             "id": "c41f0d2e-0b1c-5c55-9a64-0f3c9d2b1f01",
                     *             "status": "paid",
                     *             "gross_cents": 12990,
                     *             "currency": "BRL",
                     *             "product_name": "Curso"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A contact with its visits through ads and posts, and its sales. */
                        data: components["schemas"]["ContactDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    eraseContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The person. After a merge, the ids of both contacts lead to the one that continues. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "status": "done",
                     *         "requested_at": "2026-01-01T12:00:00.000Z",
                     *         "erased_at": "2026-01-01T12:00:03.000Z",
                     *         "found": {
                     *           "contact": 1,
                     *           "conversation": 1,
                     *           "message": 12,
                     *           "event": 31,
                     *           "delivery": 9,
                     *           "raw_event": 20
                     *         },
                     *         "left_at_provider": null,
                     *         "recipients": [
                     *           {
                     *             "webhook_id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
                     *             "host": "crm.example",
                     *             "last_at": "2026-01-01T11:58:20.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The erasure of a person, and how far it is. */
                        data: components["schemas"]["Erasure"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    editContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The person. After a merge, the ids of both contacts lead to the one that continues. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Takes precedence over the profile name on WhatsApp. null clears it. */
                    name?: string | null;
                    /** @description With country code; only digits are kept. null clears it. */
                    phone?: string | null;
                    /** @description A leading @ is left out. null clears it. */
                    username?: string | null;
                    /** @description The provider's id of the person (BSUID). null clears it. */
                    business_scoped_user_id?: string | null;
                    /** @description The person's id for the parent of your business. null clears it. */
                    parent_business_scoped_user_id?: string | null;
                    /** @description A stage of the account; null returns the contact to the stage derived for it. */
                    stage_id?: string | null;
                    /** @description true stops all sends to the person, those that wait included, until it is false. Extension. */
                    restricted?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "name": "Ana Reis",
                     *         "phone": "5531987654321",
                     *         "username": "ana.reis",
                     *         "business_scoped_user_id": "BR.1A2B3C",
                     *         "parent_business_scoped_user_id": null,
                     *         "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
                     *         "restricted": false,
                     *         "created_at": "2026-01-01T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A person whom the account knows by at least one identity. */
                        data: components["schemas"]["Contact"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The person. After a merge, the ids of both contacts lead to the one that continues. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "status": "done",
                     *         "requested_at": "2026-01-01T12:00:00.000Z",
                     *         "erased_at": "2026-01-01T12:00:03.000Z",
                     *         "found": {
                     *           "contact": 1,
                     *           "conversation": 1,
                     *           "message": 12,
                     *           "event": 31,
                     *           "delivery": 9,
                     *           "raw_event": 20
                     *         },
                     *         "left_at_provider": null,
                     *         "recipients": [
                     *           {
                     *             "webhook_id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
                     *             "host": "crm.example",
                     *             "last_at": "2026-01-01T11:58:20.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The erasure of a person, and how far it is. */
                        data: components["schemas"]["Erasure"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The person. After a merge, the ids of both contacts lead to the one that continues. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "merged_contact_ids": [],
                     *         "recipients": [
                     *           {
                     *             "webhook_id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
                     *             "target_url": "https://crm.example/hook",
                     *             "delivered": 2,
                     *             "first_at": "2026-01-01T09:00:00.000Z",
                     *             "last_at": "2026-01-01T09:00:02.000Z"
                     *           }
                     *         ],
                     *         "facts": [
                     *           {
                     *             "position": "1042",
                     *             "event_id": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e05",
                     *             "stream": "contact-4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *             "revision": 0,
                     *             "type": "ContactCreated",
                     *             "at": "2026-01-01T09:00:00.000Z",
                     *             "actor": {
                     *               "type": "provider",
                     *               "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01"
                     *             },
                     *             "correlation_id": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e04",
                     *             "cause": "d51f0d2e-0b1c-4c55-9a64-0f3c9d2b1e04",
                     *             "data": {
                     *               "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *               "created_at": "2026-01-01T09:00:00.000Z"
                     *             },
                     *             "is_cut": false
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ContactExport"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    mergeContacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The person. After a merge, the ids of both contacts lead to the one that continues. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The contact that is the same person as the one of the path.
                     */
                    other_id: string;
                    /** @description Only answers what would change. Null counts as left out. */
                    dry_run?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "name": "Ana Reis",
                     *         "phone": "5531987654321",
                     *         "username": "ana.reis",
                     *         "business_scoped_user_id": "BR.1A2B3C",
                     *         "parent_business_scoped_user_id": null,
                     *         "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
                     *         "restricted": false,
                     *         "created_at": "2026-01-01T09:00:00.000Z"
                     *       },
                     *       "changes": {
                     *         "survivor_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "merged_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d02",
                     *         "identities": [
                     *           {
                     *             "kind": "business_scoped_user_id",
                     *             "value": "BR.1A2B3C"
                     *           }
                     *         ],
                     *         "name": null,
                     *         "stage_id": null,
                     *         "marketing": [],
                     *         "restricted": false,
                     *         "conversations": 1,
                     *         "sales": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The contact that the id of the path leads to after the call. */
                        data: components["schemas"]["Contact"];
                        /** @description Null when the two were one contact already. */
                        changes: components["schemas"]["MergeChanges"] | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    unmergeContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The person. After a merge, the ids of both contacts lead to the one that continues. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only answers what would change. Null counts as left out. */
                    dry_run?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "name": "Ana Reis",
                     *         "phone": "5531987654321",
                     *         "username": "ana.reis",
                     *         "business_scoped_user_id": "BR.1A2B3C",
                     *         "parent_business_scoped_user_id": null,
                     *         "stage_id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
                     *         "restricted": false,
                     *         "created_at": "2026-01-01T09:00:00.000Z"
                     *       },
                     *       "changes": {
                     *         "survivor_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "merged_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d02",
                     *         "identities": [
                     *           {
                     *             "kind": "business_scoped_user_id",
                     *             "value": "BR.1A2B3C"
                     *           }
                     *         ],
                     *         "kept": [
                     *           {
                     *             "kind": "username",
                     *             "value": "ana.reis"
                     *           }
                     *         ],
                     *         "conversations": 1,
                     *         "sales": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The contact that the id of the path leads to after the call. */
                        data: components["schemas"]["Contact"];
                        /** @description Null when this merge was undone already. */
                        changes: components["schemas"]["UnmergeChanges"] | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description A connection's uuid, or its number in any formatting; selects every connection with that number. */
                connection_id?: string;
                /** @description Conversations of this person, on every number. */
                contact_id?: string;
                /** @description Digits with country code; formatting and the Brazilian ninth digit are tolerated. */
                phone?: string;
                /** @description Conversations in this state only. */
                status?: "open" | "closed" | "pending";
                /** @description Extension. People whose name has words that begin with each of these, in any order; case and accents do not matter. */
                name?: string;
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *           "status": "open",
                     *           "last_message_text": "Oi, tudo bem?",
                     *           "last_message_at": "2026-01-01T09:00:00.000Z",
                     *           "unread_count": 1,
                     *           "contacts": {
                     *             "name": "Ana Reis",
                     *             "phone": "5531987654321"
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["Conversation"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    resolveConversation: {
        parameters: {
            query: {
                /** @description A connection's uuid, or its number in any formatting; 404 when no connection of the account has it. */
                connection_id: string;
                /** @description Digits with country code; formatting and the Brazilian ninth digit are tolerated. */
                phone?: string;
                /** @description Without regard to case or a leading @. */
                username?: string;
                /** @description The provider's id of the person for your business (BSUID). */
                business_scoped_user_id?: string;
                /** @description The person's id for the parent of your business (parent BSUID). */
                parent_business_scoped_user_id?: string;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "status": "open",
                     *         "last_inbound_at": "2026-01-01T09:00:00.000Z",
                     *         "contact": {
                     *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *           "phone": "5531987654321"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The conversation of a person on a connection, found by identities. */
                        data: components["schemas"]["ResolvedConversation"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description One person on one number. POST /messages takes it to reply. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "status": "open",
                     *         "last_message_text": "Oi, tudo bem?",
                     *         "last_message_at": "2026-01-01T09:00:00.000Z",
                     *         "unread_count": 1,
                     *         "contacts": {
                     *           "name": "Ana Reis",
                     *           "phone": "5531987654321"
                     *         },
                     *         "tags": [
                     *           "vip"
                     *         ],
                     *         "assignee_name": "Bia",
                     *         "internal_note": "Prefers the afternoon.",
                     *         "last_inbound_at": "2026-01-01T09:00:00.000Z",
                     *         "window": {
                     *           "open": true,
                     *           "expires_at": "2026-01-02T09:00:00.000Z"
                     *         },
                     *         "identities": {
                     *           "phone": "5531987654321",
                     *           "username": "ana.reis",
                     *           "business_scoped_user_id": "BR.1A2B3C",
                     *           "parent_business_scoped_user_id": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A conversation with the team's fields, its 24-hour window and the person's identities. */
                        data: components["schemas"]["ConversationDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    editConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One person on one number. POST /messages takes it to reply. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description closed also marks everything as read.
                     * @enum {string}
                     */
                    status?: "open" | "closed" | "pending";
                    /** @description The whole list: it replaces the earlier tags. Duplicates are dropped. */
                    tags?: string[] | null;
                    /** @description Who of the team takes care of it. An empty name clears it. */
                    assignee_name?: string | null;
                    /** @description A note for the team, never sent. An empty note clears it. */
                    internal_note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "status": "open",
                     *         "last_message_text": "Oi, tudo bem?",
                     *         "last_message_at": "2026-01-01T09:00:00.000Z",
                     *         "unread_count": 1,
                     *         "contacts": {
                     *           "name": "Ana Reis",
                     *           "phone": "5531987654321"
                     *         },
                     *         "tags": [
                     *           "vip"
                     *         ],
                     *         "assignee_name": "Bia",
                     *         "internal_note": "Prefers the afternoon.",
                     *         "last_inbound_at": "2026-01-01T09:00:00.000Z",
                     *         "window": {
                     *           "open": true,
                     *           "expires_at": "2026-01-02T09:00:00.000Z"
                     *         },
                     *         "identities": {
                     *           "phone": "5531987654321",
                     *           "username": "ana.reis",
                     *           "business_scoped_user_id": "BR.1A2B3C",
                     *           "parent_business_scoped_user_id": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A conversation with the team's fields, its 24-hour window and the person's identities. */
                        data: components["schemas"]["ConversationDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listConversationMessages: {
        parameters: {
            query?: {
                /** @description Page size. A larger value than 500 counts as 500. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description One person on one number. POST /messages takes it to reply. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                     *           "direction": "out",
                     *           "body": "Tudo, e você?",
                     *           "created_at": "2026-01-01T09:00:00.000Z",
                     *           "log_id": 48211,
                     *           "type": "text",
                     *           "status": "delivered",
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["HistoryItem"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description A next_cursor: events after it. Without it the list begins with the oldest retained event. */
                after?: string;
                /** @description Events recorded from that moment. */
                since?: string;
                /** @description A connection's uuid, or its number in any formatting; selects every connection with that number. */
                connection_id?: string;
                /** @description Names separated by commas; all structured events by default. List `webhook.failing`, `contact.erased` or `log.sealed` to receive them too, and a native event name to receive the raw events of the provider. */
                events?: string;
                /** @description Also requested redeliveries, each at the place of its request. */
                include?: "redeliveries";
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
            };
            header?: {
                /** @description For a stream: the id of the last event seen. Takes precedence over after. */
                "Last-Event-ID"?: string;
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
                     *           "timestamp": "2026-01-01T09:00:00.000Z",
                     *           "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                     *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *           "type": "whatsapp.message.received",
                     *           "sequence": null,
                     *           "data": {
                     *             "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *             "contact": {
                     *               "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *               "name": "Ana Reis",
                     *               "phone": "5531987654321",
                     *               "business_scoped_user_id": "BR.1A2B3C"
                     *             },
                     *             "message": {
                     *               "id": 48210,
                     *               "message_id": "2b6f3931-ee99-5090-bfbd-b901ae7f8190",
                     *               "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *               "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *               "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *               "direction": "inbound",
                     *               "origin": "external",
                     *               "type": "text",
                     *               "text": "Oi, tudo bem?",
                     *               "content": null,
                     *               "status": "received",
                     *               "provider_message_id": "wamid.EXAMPLE_IN",
                     *               "reply_to_message_id": null,
                     *               "sender": {
                     *                 "phone": "5531987654321",
                     *                 "business_scoped_user_id": "BR.1A2B3C"
                     *               },
                     *               "recipient": null,
                     *               "biz_opaque_callback_data": null,
                     *               "error": null,
                     *               "created_at": "2026-01-01T09:00:00.000Z",
                     *               "provider_timestamp": "2026-01-01T09:00:00.000Z",
                     *               "sent_at": null,
                     *               "delivered_at": null,
                     *               "read_at": null,
                     *               "failed_at": null,
                     *               "revoked_at": null,
                     *               "pricing": {
                     *                 "category": "service",
                     *                 "billable": false,
                     *                 "type": "free_customer_service"
                     *               }
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "id": "a1f2fad8-cb19-57f1-8830-8e48c6528de8",
                     *           "timestamp": "2026-01-01T09:00:00.000Z",
                     *           "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                     *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *           "type": "whatsapp.message.sent",
                     *           "sequence": null,
                     *           "data": {
                     *             "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *             "contact": {
                     *               "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *               "name": "Ana Reis",
                     *               "phone": "5531987654321",
                     *               "business_scoped_user_id": "BR.1A2B3C"
                     *             },
                     *             "message": {
                     *               "id": 48211,
                     *               "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                     *               "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *               "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *               "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *               "direction": "outbound",
                     *               "origin": "api",
                     *               "type": "text",
                     *               "text": "Tudo, e você?",
                     *               "content": null,
                     *               "status": "sent",
                     *               "provider_message_id": "wamid.EXAMPLE_OUT",
                     *               "reply_to_message_id": null,
                     *               "sender": null,
                     *               "recipient": {
                     *                 "phone": "5531987654321",
                     *                 "business_scoped_user_id": "BR.1A2B3C"
                     *               },
                     *               "biz_opaque_callback_data": "order-991",
                     *               "error": null,
                     *               "created_at": "2026-01-01T09:00:00.000Z",
                     *               "provider_timestamp": null,
                     *               "sent_at": "2026-01-01T09:00:00.000Z",
                     *               "delivered_at": null,
                     *               "read_at": null,
                     *               "failed_at": null,
                     *               "revoked_at": null,
                     *               "pricing": {
                     *                 "category": "service",
                     *                 "billable": false,
                     *                 "type": "free_customer_service"
                     *               }
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "MS4xODQ1Mg",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        /** @description Events in the order of the log, the oldest first. */
                        data: (({
                            /**
                             * Format: uuid
                             * @description The event; the same on every attempt, for de-duplication.
                             */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When Recado recorded what happened.
                             */
                            timestamp: string;
                            /**
                             * Format: uuid
                             * @description The account that the number belongs to.
                             */
                            account_id: string;
                            /**
                             * Format: uuid
                             * @description A number of the account, as in GET /connections.
                             */
                            connection_id: string;
                            /**
                             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
                             * @constant
                             */
                            test?: true;
                            /**
                             * @description What happened; it decides what `data` holds.
                             * @enum {string}
                             */
                            type: "whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read";
                            /** @description Always null here: only the deliveries to one webhook are numbered. */
                            sequence: null;
                            /** @description The message and whose it is. */
                            data: {
                                /**
                                 * Format: uuid
                                 * @description One person on one number. POST /messages takes it to reply.
                                 */
                                conversation_id: string;
                                /** @description The person of the conversation. */
                                contact: {
                                    /**
                                     * Format: uuid
                                     * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                                     */
                                    id: string;
                                    /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                                    name: string | null;
                                    /** @description Digits with country code; null while no phone of the person is known. */
                                    phone: string | null;
                                    /** @description The provider's id of the person for your business (BSUID). */
                                    business_scoped_user_id: string | null;
                                };
                                /** @description The message as the log shows it at this event. */
                                message: components["schemas"]["Message"];
                            };
                        } | {
                            /**
                             * Format: uuid
                             * @description The event; the same on every attempt, for de-duplication.
                             */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When Recado recorded what happened.
                             */
                            timestamp: string;
                            /**
                             * Format: uuid
                             * @description The account that the number belongs to.
                             */
                            account_id: string;
                            /**
                             * Format: uuid
                             * @description A number of the account, as in GET /connections.
                             */
                            connection_id: string;
                            /**
                             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
                             * @constant
                             */
                            test?: true;
                            /**
                             * @description What happened; it decides what `data` holds.
                             * @constant
                             */
                            type: "whatsapp.message.failed";
                            /** @description Always null here: only the deliveries to one webhook are numbered. */
                            sequence: null;
                            /** @description The message, whose it is, and why it failed. */
                            data: {
                                /**
                                 * Format: uuid
                                 * @description One person on one number. POST /messages takes it to reply.
                                 */
                                conversation_id: string;
                                /** @description The person of the conversation. */
                                contact: {
                                    /**
                                     * Format: uuid
                                     * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                                     */
                                    id: string;
                                    /** @description As set over the API, else the profile name on WhatsApp; null while none is known. */
                                    name: string | null;
                                    /** @description Digits with country code; null while no phone of the person is known. */
                                    phone: string | null;
                                    /** @description The provider's id of the person for your business (BSUID). */
                                    business_scoped_user_id: string | null;
                                };
                                /** @description The message as the log shows it at this event. */
                                message: components["schemas"]["Message"];
                                /** @description Why it failed; null where no reason is known. */
                                error: {
                                    /** @description The provider's error code; a word where Recado gave up. */
                                    code: number | string;
                                    /** @description What kind of error it is, such as undeliverable or window_closed: see `why.rule`. */
                                    class: string;
                                    /** @description The provider's title of the error. */
                                    title: string;
                                    /** @description The provider's explanation; null where it gives none. */
                                    details: string | null;
                                } | null;
                            };
                        } | {
                            /**
                             * Format: uuid
                             * @description The event; the same on every attempt, for de-duplication.
                             */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When Recado recorded what happened.
                             */
                            timestamp: string;
                            /**
                             * Format: uuid
                             * @description The account that the number belongs to.
                             */
                            account_id: string;
                            /**
                             * Format: uuid
                             * @description A number of the account, as in GET /connections.
                             */
                            connection_id: string;
                            /**
                             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
                             * @constant
                             */
                            test?: true;
                            /**
                             * @description What happened; it decides what `data` holds.
                             * @constant
                             */
                            type: "whatsapp.connection.updated";
                            /** @description Always null here: only the deliveries to one webhook are numbered. */
                            sequence: null;
                            /** @description The connection and what changed. */
                            data: {
                                /** @description The connection as it is now. */
                                connection: components["schemas"]["Connection"];
                                /** @description Why it changed, such as auth_failed; or what the provider reported, such as quality. */
                                reason: string;
                                /** @description The status before; null when the status did not change. */
                                previous_status: string | null;
                                /** @description The provider's own details; null where there are none. */
                                details: {
                                    [key: string]: unknown;
                                } | null;
                            };
                        } | {
                            /**
                             * Format: uuid
                             * @description The event; the same on every attempt, for de-duplication.
                             */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When Recado recorded what happened.
                             */
                            timestamp: string;
                            /**
                             * Format: uuid
                             * @description The account that the number belongs to.
                             */
                            account_id: string;
                            /**
                             * Format: uuid
                             * @description The connection whose webhook fails.
                             */
                            connection_id: string;
                            /**
                             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
                             * @constant
                             */
                            test?: true;
                            /**
                             * @description What happened; it decides what `data` holds.
                             * @constant
                             */
                            type: "webhook.failing";
                            /** @description Always null here: only the deliveries to one webhook are numbered. */
                            sequence: null;
                            /** @description The webhook, and what is wrong with it. */
                            data: {
                                /**
                                 * Format: uuid
                                 * @description The webhook whose endpoint fails, as in GET /webhooks.
                                 */
                                webhook_id: string;
                                /** @description Where its events are posted. */
                                url: string;
                                /** @description False: the webhook was switched off, and its deliveries wait. */
                                active: boolean;
                                /**
                                 * @description `failing`: no attempt has succeeded since then. `gone`: it answered 410.
                                 * @enum {string}
                                 */
                                reason: "failing" | "gone";
                                /** @description When the first of these attempts failed; null when none has failed before. */
                                failing_since: string | null;
                            };
                        } | {
                            /**
                             * Format: uuid
                             * @description The event; the same on every attempt, for de-duplication.
                             */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When Recado recorded what happened.
                             */
                            timestamp: string;
                            /**
                             * Format: uuid
                             * @description The account that the number belongs to.
                             */
                            account_id: string;
                            /** @description Always null: a person may write to several numbers. */
                            connection_id: null;
                            /**
                             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
                             * @constant
                             */
                            test?: true;
                            /**
                             * @description What happened; it decides what `data` holds.
                             * @constant
                             */
                            type: "contact.erased";
                            /** @description Always null here: only the deliveries to one webhook are numbered. */
                            sequence: null;
                            /** @description Which contact; nothing else is known of it any more. */
                            data: {
                                /**
                                 * Format: uuid
                                 * @description The person. After a merge, the ids of both contacts lead to the one that continues.
                                 */
                                contact_id: string;
                                /**
                                 * Format: date-time
                                 * @description Since when nobody can read what was held on the person.
                                 */
                                erased_at: string;
                            };
                        } | {
                            /**
                             * Format: uuid
                             * @description The event; the same on every attempt, for de-duplication.
                             */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When Recado recorded what happened.
                             */
                            timestamp: string;
                            /**
                             * Format: uuid
                             * @description The account that the number belongs to.
                             */
                            account_id: string;
                            /** @description Always null: the tree is that of the account. */
                            connection_id: null;
                            /**
                             * @description Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.
                             * @constant
                             */
                            test?: true;
                            /**
                             * @description What happened; it decides what `data` holds.
                             * @constant
                             */
                            type: "log.sealed";
                            /** @description Always null here: only the deliveries to one webhook are numbered. */
                            sequence: null;
                            /** @description The checkpoint. Origin, size and root are those that its text says. */
                            data: {
                                /** @description What the checkpoint calls the tree; it never changes. */
                                origin: string;
                                /** @description How many facts the tree has as leaves. */
                                size: number;
                                /** @description The root of the tree, SHA-256 in base64. */
                                root_hash: string;
                                /** @description The checkpoint as it was signed (C2SP tlog-checkpoint): keep this text. */
                                checkpoint: string;
                                /**
                                 * Format: date-time
                                 * @description When it was signed.
                                 */
                                signed_at: string;
                            };
                        }) | {
                            [key: string]: unknown;
                        })[];
                        /** @description Pass it as `after` to get the next page. An empty page has one too. */
                        next_cursor: string;
                        /** @description Whether more events follow this page at present. */
                        has_more: boolean;
                    };
                    /**
                     * @example id: MS4xODQ0Ng
                     *     data: {"id":"9d78fad8-cb19-57f1-8830-8e48c6528de7","timestamp":"2026-01-01T09:00:00.000Z","account_id":"6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01","connection_id":"9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01","type":"whatsapp.message.received","sequence":null,"data":{"conversation_id":"82422df1-d8af-5046-9211-3749013a3a4c","contact":{"id":"4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01","name":"Ana Reis","phone":"5531987654321","business_scoped_user_id":"BR.1A2B3C"},"message":{"id":48210,"message_id":"2b6f3931-ee99-5090-bfbd-b901ae7f8190","conversation_id":"82422df1-d8af-5046-9211-3749013a3a4c","connection_id":"9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01","contact_id":"4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01","direction":"inbound","origin":"external","type":"text","text":"Oi, tudo bem?","content":null,"status":"received","provider_message_id":"wamid.EXAMPLE_IN","reply_to_message_id":null,"sender":{"phone":"5531987654321","business_scoped_user_id":"BR.1A2B3C"},"recipient":null,"biz_opaque_callback_data":null,"error":null,"created_at":"2026-01-01T09:00:00.000Z","provider_timestamp":"2026-01-01T09:00:00.000Z","sent_at":null,"delivered_at":null,"read_at":null,"failed_at":null,"revoked_at":null,"pricing":{"category":"service","billable":false,"type":"free_customer_service"}}}}
                     *
                     *     id: MS4xODQ1Mg
                     *     data: {"id":"a1f2fad8-cb19-57f1-8830-8e48c6528de8","timestamp":"2026-01-01T09:00:00.000Z","account_id":"6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01","connection_id":"9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01","type":"whatsapp.message.sent","sequence":null,"data":{"conversation_id":"82422df1-d8af-5046-9211-3749013a3a4c","contact":{"id":"4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01","name":"Ana Reis","phone":"5531987654321","business_scoped_user_id":"BR.1A2B3C"},"message":{"id":48211,"message_id":"136f3931-ee99-5090-bfbd-b901ae7f8197","conversation_id":"82422df1-d8af-5046-9211-3749013a3a4c","connection_id":"9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01","contact_id":"4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01","direction":"outbound","origin":"api","type":"text","text":"Tudo, e você?","content":null,"status":"sent","provider_message_id":"wamid.EXAMPLE_OUT","reply_to_message_id":null,"sender":null,"recipient":{"phone":"5531987654321","business_scoped_user_id":"BR.1A2B3C"},"biz_opaque_callback_data":"order-991","error":null,"created_at":"2026-01-01T09:00:00.000Z","provider_timestamp":null,"sent_at":"2026-01-01T09:00:00.000Z","delivered_at":null,"read_at":null,"failed_at":null,"revoked_at":null,"pricing":{"category":"service","billable":false,"type":"free_customer_service"}}}}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    findAnything: {
        parameters: {
            query: {
                /** @description An id, a phone, a name, or words of a message. */
                q: string;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "message",
                     *           "id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                     *           "by": "id",
                     *           "title": "Tudo, e você?",
                     *           "contact_name": "Ana Reis",
                     *           "created_at": "2026-01-01T09:00:00.000Z",
                     *           "href": "/dashboard/messages/136f3931-ee99-5090-bfbd-b901ae7f8197"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Ids first, then people, then messages. */
                        data: components["schemas"]["Found"][];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLogCheckpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLogProof: {
        parameters: {
            query?: {
                /** @description The position of the fact in the log, as the export of a contact and traces say it. Events and raw events are found without. */
                position?: string;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The id of an event, a raw event or another fact of the account. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLogTile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The level; 0 has the hashes of facts. */
                level: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                a: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLogTileBelow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The level; 0 has the hashes of facts. */
                level: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                a: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                b: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLogTileFurtherBelow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The level; 0 has the hashes of facts. */
                level: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                a: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                b: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                c: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLogTileDeepest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The level; 0 has the hashes of facts. */
                level: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                a: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                b: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                c: string;
                /** @description A part of the number of the tile, such as x001 or 067. */
                d: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: uuid
                     * @description The connection that will send the file.
                     */
                    connection_id: string;
                    /**
                     * Format: binary
                     * @description The bytes, at most 100 MB, and not more than WhatsApp accepts for their type.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "900000000000001",
                     *         "mime_type": "image/png",
                     *         "file_size": "303833",
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "download_url": "https://recado.example/api/v1/media/900000000000001/download?connection_id=9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "stored": false,
                     *         "download_requires_authorization": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A file that a connection uploaded or received. */
                        data: components["schemas"]["Media"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    getMedia: {
        parameters: {
            query: {
                /** @description The connection that uploaded or received the file. */
                connection_id: string;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The provider's id of the file, from POST /media or the content of a message. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "900000000000001",
                     *         "mime_type": "image/png",
                     *         "file_size": "303833",
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "download_url": "https://recado.example/api/v1/media/900000000000001/download?connection_id=9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "stored": false,
                     *         "download_requires_authorization": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A file that a connection uploaded or received. */
                        data: components["schemas"]["Media"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    deleteMedia: {
        parameters: {
            query: {
                /** @description The connection that uploaded or received the file. */
                connection_id: string;
            };
            header?: never;
            path: {
                /** @description The provider's id of the file, from POST /media or the content of a message. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "900000000000001",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The deleted file. */
                        data: {
                            /** @description The provider's id of the file. */
                            id: string;
                            /**
                             * @description Always true: the file can no longer be sent.
                             * @constant
                             */
                            deleted: true;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    downloadMedia: {
        parameters: {
            query: {
                /** @description The connection that uploaded or received the file. */
                connection_id: string;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The provider's id of the file, from POST /media or the content of a message. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description A connection's uuid, or its number in any formatting; selects every connection with that number. */
                connection_id?: string;
                /** @description Messages of this conversation. */
                conversation_id?: string;
                /** @description Messages from and to this person, on every number. */
                contact_id?: string;
                /** @description Finds a send by any id under which the provider accepted it. An id of a WAHA gateway may have its long form, such as `true_553187654321@c.us_3EB0BB`. */
                provider_message_id?: string;
                /** @description inbound: from the person. outbound: from the business, by whatever tool. */
                direction?: "inbound" | "outbound";
                /** @description Outbound: one of the first five. Inbound: received, then read once it is marked. */
                status?: "pending" | "sent" | "delivered" | "read" | "failed" | "received";
                /** @description Extension. Failed messages whose error is of this class. */
                error_class?: string;
                /** @description Extension. Of the newest 10000 failed messages those whose error has this in its code, title or details. */
                error?: string;
                /** @description Extension. Messages recorded from that moment. */
                since?: string;
                /** @description Extension. Messages recorded before that moment. */
                until?: string;
                /** @description Extension. Of the newest 10000 failed messages those that failed from that moment. */
                failed_since?: string;
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 48211,
                     *           "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                     *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *           "direction": "outbound",
                     *           "origin": "api",
                     *           "type": "text",
                     *           "text": "Tudo, e você?",
                     *           "content": null,
                     *           "status": "delivered",
                     *           "provider_message_id": "wamid.EXAMPLE_OUT",
                     *           "reply_to_message_id": null,
                     *           "sender": null,
                     *           "recipient": {
                     *             "phone": "5531987654321",
                     *             "business_scoped_user_id": "BR.1A2B3C"
                     *           },
                     *           "biz_opaque_callback_data": "order-991",
                     *           "error": null,
                     *           "created_at": "2026-01-01T09:00:00.000Z",
                     *           "provider_timestamp": null,
                     *           "sent_at": "2026-01-01T09:00:00.000Z",
                     *           "delivered_at": "2026-01-01T09:00:02.000Z",
                     *           "read_at": null,
                     *           "failed_at": null,
                     *           "revoked_at": null,
                     *           "pricing": {
                     *             "category": "service",
                     *             "billable": false,
                     *             "type": "free_customer_service"
                     *           },
                     *           "contact": {
                     *             "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *             "name": "Ana Reis",
                     *             "phone": "5531987654321"
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["LoggedMessage"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 128 visible ASCII characters. A repeat with the same key and body gets the first answer, with `Idempotent-Replayed: true`, and sends nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Says which of the fields below holds the content.
                     * @default text
                     * @enum {string}
                     */
                    type?: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "reaction";
                    /** @description For type text: what to write, with the formatting of WhatsApp. */
                    text?: string | null;
                    /** @description For type template: which one, and the values of its variables. */
                    template?: {
                        /** @description The exact approved name. */
                        name: string;
                        /** @description As it was approved, such as pt_BR. */
                        language: string;
                        /** @description Its parts with variables: header, body and buttons. */
                        components?: (({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "header";
                            /** @description The values of its variables, in their order or by their names. */
                            parameters?: (({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "text";
                                /** @description The value of the variable. */
                                text: string;
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "currency";
                                /** @description An amount of money, which the phone formats. */
                                currency: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                    /** @description ISO 4217. */
                                    code: string;
                                    /** @description The amount times 1000. */
                                    amount_1000: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "date_time";
                                /** @description A day or a time. */
                                date_time: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "image";
                                /** @description The file of the header. */
                                image: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "video";
                                /** @description The file of the header. */
                                video: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "document";
                                /** @description The file of the header. */
                                document: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "payload";
                                /** @description Comes back when the person presses the button. */
                                payload: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "coupon_code";
                                /** @description What the button copies. */
                                coupon_code: string;
                            } & {
                                [key: string]: unknown;
                            }) | {
                                /** @description Decides which other fields the object has. */
                                type: string;
                            })[];
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "body";
                            /** @description The values of its variables, in their order or by their names. */
                            parameters?: (({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "text";
                                /** @description The value of the variable. */
                                text: string;
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "currency";
                                /** @description An amount of money, which the phone formats. */
                                currency: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                    /** @description ISO 4217. */
                                    code: string;
                                    /** @description The amount times 1000. */
                                    amount_1000: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "date_time";
                                /** @description A day or a time. */
                                date_time: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "image";
                                /** @description The file of the header. */
                                image: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "video";
                                /** @description The file of the header. */
                                video: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "document";
                                /** @description The file of the header. */
                                document: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "payload";
                                /** @description Comes back when the person presses the button. */
                                payload: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "coupon_code";
                                /** @description What the button copies. */
                                coupon_code: string;
                            } & {
                                [key: string]: unknown;
                            }) | {
                                /** @description Decides which other fields the object has. */
                                type: string;
                            })[];
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "button";
                            /** @description What the button does: quick_reply, url, flow, catalog or copy_code. */
                            sub_type: string;
                            /** @description Place in the template, from 0. */
                            index: number | string;
                            /** @description The values of its variables, in their order or by their names. */
                            parameters?: (({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "text";
                                /** @description The value of the variable. */
                                text: string;
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "currency";
                                /** @description An amount of money, which the phone formats. */
                                currency: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                    /** @description ISO 4217. */
                                    code: string;
                                    /** @description The amount times 1000. */
                                    amount_1000: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "date_time";
                                /** @description A day or a time. */
                                date_time: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "image";
                                /** @description The file of the header. */
                                image: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "video";
                                /** @description The file of the header. */
                                video: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "document";
                                /** @description The file of the header. */
                                document: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "payload";
                                /** @description Comes back when the person presses the button. */
                                payload: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "coupon_code";
                                /** @description What the button copies. */
                                coupon_code: string;
                            } & {
                                [key: string]: unknown;
                            }) | {
                                /** @description Decides which other fields the object has. */
                                type: string;
                            })[];
                        } & {
                            [key: string]: unknown;
                        }) | {
                            /** @description Decides which other fields the object has. */
                            type: string;
                        })[] | null;
                    } | null;
                    /** @description For types image, video, audio, document and sticker: the file. */
                    media?: {
                        /** @description The file, from POST /media. Takes precedence over link. */
                        id?: string | null;
                        /** @description A public address of the file. */
                        link?: ("" | string) | null;
                        /** @description A text below the file. Not for audio and sticker. */
                        caption?: string | null;
                        /** @description The name under which a document is shown. */
                        filename?: string | null;
                    } | null;
                    /** @description For type location: the place. */
                    location?: {
                        /** @description In degrees, north of the equator; negative south of it. */
                        latitude: number;
                        /** @description In degrees, east of Greenwich; negative west of it. */
                        longitude: number;
                        /** @description How the place is called. */
                        name?: string | null;
                        /** @description Shown below the name, only together with it. */
                        address?: string | null;
                    } | null;
                    /** @description For type contacts: the cards. */
                    contacts?: ({
                        /** @description How the person is called. */
                        name: {
                            /** @description The whole name, as the card shows it. */
                            formatted_name: string;
                            /** @description The given name. */
                            first_name?: string;
                            /** @description The family name. */
                            last_name?: string;
                            /** @description Names between the two. */
                            middle_name?: string;
                            /** @description What follows the name, such as Jr. */
                            suffix?: string;
                            /** @description What goes before the name, such as Dr. */
                            prefix?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description Phones of the person. */
                        phones?: ({
                            /** @description As the card shows it, in any formatting. */
                            phone?: string;
                            /** @description Such as HOME or WORK. */
                            type?: string;
                            /** @description The number on WhatsApp in digits; with it the card offers to write there. */
                            wa_id?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description E-mail addresses of the person. */
                        emails?: ({
                            /** @description An e-mail address. */
                            email?: string;
                            /** @description Such as HOME or WORK. */
                            type?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description Where the person lives or works. */
                        addresses?: ({
                            /** @description Street and number. */
                            street?: string;
                            /** @description Town or city. */
                            city?: string;
                            /** @description Such as HOME or WORK. */
                            type?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description The company of the person. */
                        org?: {
                            /** @description Where the person works. */
                            company?: string;
                            /** @description The part of the company. */
                            department?: string;
                            /** @description What the person does there. */
                            title?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description Pages about the person. */
                        urls?: ({
                            /** @description The address of a page. */
                            url?: string;
                            /** @description Such as HOME or WORK. */
                            type?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description YYYY-MM-DD. */
                        birthday?: string;
                    } & {
                        [key: string]: unknown;
                    })[] | null;
                    /** @description For type interactive: the buttons, the list or the form. */
                    interactive?: (({
                        /**
                         * @description Decides which other fields the object has.
                         * @constant
                         */
                        type: "button";
                        /** @description Shown above the body. */
                        header?: ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "text";
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "image";
                            /** @description The file that is shown. */
                            image: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "video";
                            /** @description The file that is shown. */
                            video: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "document";
                            /** @description The file that is shown. */
                            document: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | {
                            /** @description Decides which other fields the object has. */
                            type: string;
                        };
                        /** @description The main part of the message. */
                        body: {
                            /** @description With the formatting of WhatsApp. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description A small text below the body. */
                        footer?: {
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description What the person can choose. */
                        action: {
                            /** @description In the order in which they are shown. */
                            buttons: ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "reply";
                                /** @description The answer that the button gives. */
                                reply: {
                                    /** @description Comes back when the person chooses the button. */
                                    id: string;
                                    /** @description What the button says. */
                                    title: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    }) | ({
                        /**
                         * @description Decides which other fields the object has.
                         * @constant
                         */
                        type: "list";
                        /** @description Shown above the body. */
                        header?: {
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "text";
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The main part of the message. */
                        body: {
                            /** @description With the formatting of WhatsApp. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description A small text below the body. */
                        footer?: {
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description What the person can choose. */
                        action: {
                            /** @description What the button says that opens the list. */
                            button: string;
                            /** @description Groups of rows, 10 rows at most in all. */
                            sections: ({
                                /** @description A heading, needed where there are several sections. */
                                title?: string;
                                /** @description In the order in which they are shown. */
                                rows: ({
                                    /** @description Comes back when the person chooses the row. */
                                    id: string;
                                    /** @description What the row says. */
                                    title: string;
                                    /** @description A second line, smaller. */
                                    description?: string;
                                } & {
                                    [key: string]: unknown;
                                })[];
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    }) | ({
                        /**
                         * @description Decides which other fields the object has.
                         * @constant
                         */
                        type: "flow";
                        /** @description Shown above the body. */
                        header?: ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "text";
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "image";
                            /** @description The file that is shown. */
                            image: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "video";
                            /** @description The file that is shown. */
                            video: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "document";
                            /** @description The file that is shown. */
                            document: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | {
                            /** @description Decides which other fields the object has. */
                            type: string;
                        };
                        /** @description The main part of the message. */
                        body: {
                            /** @description With the formatting of WhatsApp. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description A small text below the body. */
                        footer?: {
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description What the button does. */
                        action: {
                            /**
                             * @description Always flow.
                             * @constant
                             */
                            name: "flow";
                            /** @description The form, and how it is opened. */
                            parameters: {
                                /**
                                 * @description The version of the provider's format.
                                 * @constant
                                 */
                                flow_message_version: "3";
                                /** @description The provider's id of the form. */
                                flow_id?: string;
                                /** @description Instead of flow_id. */
                                flow_name?: string;
                                /** @description What the button says that opens the form, without emoji. */
                                flow_cta: string;
                                /**
                                 * @description Which state of the form is opened; published unless given.
                                 * @enum {string}
                                 */
                                mode?: "draft" | "published";
                                /** @description A value of yours that comes back with the answers. */
                                flow_token?: string;
                                /**
                                 * @description Where the first screen comes from: the payload below, or your endpoint.
                                 * @enum {string}
                                 */
                                flow_action?: "navigate" | "data_exchange";
                                /** @description The first screen, with flow_action navigate. */
                                flow_action_payload?: {
                                    /** @description The id of the first screen. */
                                    screen?: string;
                                    /** @description What the first screen is filled with. */
                                    data?: {
                                        [key: string]: unknown;
                                    };
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    }) | {
                        /** @description Decides which other fields the object has. */
                        type: string;
                    }) | null;
                    /** @description For type reaction: the emoji, and to what. */
                    reaction?: {
                        /** @description The provider's id of the message that is reacted to. */
                        message_id: string;
                        /** @description One emoji. An empty text removes the reaction. */
                        emoji: string;
                    } | null;
                    /** @description Replies within an existing conversation. */
                    conversation_id?: string | null;
                    /** @description A connection's uuid or phone number; used with recipient to start a conversation. */
                    connection_id?: string | null;
                    /** @description Alias of connection_id. */
                    from?: string | null;
                    /** @description Whom to write to, by at least one identity; all must be those of one person. */
                    recipient?: {
                        /** @description Digits with country code; formatting is ignored. */
                        phone?: string | null;
                        /** @description A contact of the account, at its phone. */
                        contact_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        parent_business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        username?: string | null;
                    } | null;
                    /**
                     * @deprecated
                     * @description Equivalent to recipient.phone.
                     */
                    to?: string | null;
                    /** @description Provider message id being replied to; not for reactions. */
                    reply_to_message_id?: string | null;
                    /** @description Returned by the provider in message status events. */
                    biz_opaque_callback_data?: string | null;
                    /** @description Extension. What happens to the message when it is unknown whether the provider accepted it (timeout, crash). give_up, the default: it is never sent again, so it arrives at most once. retry: it is sent again, up to four times within minutes, so it arrives at least once and may arrive twice, as a one-time password may. */
                    on_unknown?: ("give_up" | "retry") | null;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "provider_message_id": "wamid.EXAMPLE_OUT",
                     *         "type": "text",
                     *         "recipient": {
                     *           "phone": "5531987654321",
                     *           "business_scoped_user_id": "BR.1A2B3C"
                     *         },
                     *         "accepted": true,
                     *         "delivery_status": "pending"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The state of the send so far. */
                        data: {
                            /**
                             * Format: uuid
                             * @description One person on one number. POST /messages takes it to reply.
                             */
                            conversation_id: string;
                            /** @description The provider's id of the message (WAMID); null until it has accepted the message. */
                            provider_message_id: string | null;
                            /**
                             * @description The type that is sent.
                             * @enum {string}
                             */
                            type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "reaction";
                            /** @description The recipient, as named to the provider. */
                            recipient: {
                                /** @description Digits with country code; null while no phone of the person is known. */
                                phone: string | null;
                                /** @description The provider's id of the person for your business (BSUID). */
                                business_scoped_user_id: string | null;
                            };
                            /** @description Whether the provider accepted it. False while that is unknown, or while the send continues in the background. */
                            accepted: boolean;
                            /**
                             * @description Always pending here. Webhooks and GET /messages show how the delivery continues.
                             * @constant
                             */
                            delivery_status: "pending";
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    sendInteractiveMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 128 visible ASCII characters. A repeat with the same key and body gets the first answer, with `Idempotent-Replayed: true`, and sends nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description May be left out: the route sends only this type.
                     * @enum {string}
                     */
                    type?: "interactive";
                    /** @description The buttons, the list or the form. */
                    interactive: ({
                        /**
                         * @description Decides which other fields the object has.
                         * @constant
                         */
                        type: "button";
                        /** @description Shown above the body. */
                        header?: ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "text";
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "image";
                            /** @description The file that is shown. */
                            image: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "video";
                            /** @description The file that is shown. */
                            video: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "document";
                            /** @description The file that is shown. */
                            document: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | {
                            /** @description Decides which other fields the object has. */
                            type: string;
                        };
                        /** @description The main part of the message. */
                        body: {
                            /** @description With the formatting of WhatsApp. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description A small text below the body. */
                        footer?: {
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description What the person can choose. */
                        action: {
                            /** @description In the order in which they are shown. */
                            buttons: ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "reply";
                                /** @description The answer that the button gives. */
                                reply: {
                                    /** @description Comes back when the person chooses the button. */
                                    id: string;
                                    /** @description What the button says. */
                                    title: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    }) | ({
                        /**
                         * @description Decides which other fields the object has.
                         * @constant
                         */
                        type: "list";
                        /** @description Shown above the body. */
                        header?: {
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "text";
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description The main part of the message. */
                        body: {
                            /** @description With the formatting of WhatsApp. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description A small text below the body. */
                        footer?: {
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description What the person can choose. */
                        action: {
                            /** @description What the button says that opens the list. */
                            button: string;
                            /** @description Groups of rows, 10 rows at most in all. */
                            sections: ({
                                /** @description A heading, needed where there are several sections. */
                                title?: string;
                                /** @description In the order in which they are shown. */
                                rows: ({
                                    /** @description Comes back when the person chooses the row. */
                                    id: string;
                                    /** @description What the row says. */
                                    title: string;
                                    /** @description A second line, smaller. */
                                    description?: string;
                                } & {
                                    [key: string]: unknown;
                                })[];
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    }) | ({
                        /**
                         * @description Decides which other fields the object has.
                         * @constant
                         */
                        type: "flow";
                        /** @description Shown above the body. */
                        header?: ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "text";
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "image";
                            /** @description The file that is shown. */
                            image: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "video";
                            /** @description The file that is shown. */
                            video: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "document";
                            /** @description The file that is shown. */
                            document: {
                                /** @description From POST /media; instead of link. */
                                id?: string;
                                /** @description A public address of the file, http or https. */
                                link?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        }) | {
                            /** @description Decides which other fields the object has. */
                            type: string;
                        };
                        /** @description The main part of the message. */
                        body: {
                            /** @description With the formatting of WhatsApp. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description A small text below the body. */
                        footer?: {
                            /** @description Without formatting. */
                            text: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description What the button does. */
                        action: {
                            /**
                             * @description Always flow.
                             * @constant
                             */
                            name: "flow";
                            /** @description The form, and how it is opened. */
                            parameters: {
                                /**
                                 * @description The version of the provider's format.
                                 * @constant
                                 */
                                flow_message_version: "3";
                                /** @description The provider's id of the form. */
                                flow_id?: string;
                                /** @description Instead of flow_id. */
                                flow_name?: string;
                                /** @description What the button says that opens the form, without emoji. */
                                flow_cta: string;
                                /**
                                 * @description Which state of the form is opened; published unless given.
                                 * @enum {string}
                                 */
                                mode?: "draft" | "published";
                                /** @description A value of yours that comes back with the answers. */
                                flow_token?: string;
                                /**
                                 * @description Where the first screen comes from: the payload below, or your endpoint.
                                 * @enum {string}
                                 */
                                flow_action?: "navigate" | "data_exchange";
                                /** @description The first screen, with flow_action navigate. */
                                flow_action_payload?: {
                                    /** @description The id of the first screen. */
                                    screen?: string;
                                    /** @description What the first screen is filled with. */
                                    data?: {
                                        [key: string]: unknown;
                                    };
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    }) | {
                        /** @description Decides which other fields the object has. */
                        type: string;
                    };
                    /** @description Replies within an existing conversation. */
                    conversation_id?: string | null;
                    /** @description A connection's uuid or phone number; used with recipient to start a conversation. */
                    connection_id?: string | null;
                    /** @description Alias of connection_id. */
                    from?: string | null;
                    /** @description Whom to write to, by at least one identity; all must be those of one person. */
                    recipient?: {
                        /** @description Digits with country code; formatting is ignored. */
                        phone?: string | null;
                        /** @description A contact of the account, at its phone. */
                        contact_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        parent_business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        username?: string | null;
                    } | null;
                    /**
                     * @deprecated
                     * @description Equivalent to recipient.phone.
                     */
                    to?: string | null;
                    /** @description Provider message id being replied to; not for reactions. */
                    reply_to_message_id?: string | null;
                    /** @description Returned by the provider in message status events. */
                    biz_opaque_callback_data?: string | null;
                    /** @description Extension. What happens to the message when it is unknown whether the provider accepted it (timeout, crash). give_up, the default: it is never sent again, so it arrives at most once. retry: it is sent again, up to four times within minutes, so it arrives at least once and may arrive twice, as a one-time password may. */
                    on_unknown?: ("give_up" | "retry") | null;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "provider_message_id": "wamid.EXAMPLE_OUT",
                     *         "type": "interactive",
                     *         "recipient": {
                     *           "phone": "5531987654321",
                     *           "business_scoped_user_id": "BR.1A2B3C"
                     *         },
                     *         "accepted": true,
                     *         "delivery_status": "pending"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The state of the send so far. */
                        data: {
                            /**
                             * Format: uuid
                             * @description One person on one number. POST /messages takes it to reply.
                             */
                            conversation_id: string;
                            /** @description The provider's id of the message (WAMID); null until it has accepted the message. */
                            provider_message_id: string | null;
                            /**
                             * @description The type that is sent.
                             * @enum {string}
                             */
                            type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "reaction";
                            /** @description The recipient, as named to the provider. */
                            recipient: {
                                /** @description Digits with country code; null while no phone of the person is known. */
                                phone: string | null;
                                /** @description The provider's id of the person for your business (BSUID). */
                                business_scoped_user_id: string | null;
                            };
                            /** @description Whether the provider accepted it. False while that is unknown, or while the send continues in the background. */
                            accepted: boolean;
                            /**
                             * @description Always pending here. Webhooks and GET /messages show how the delivery continues.
                             * @constant
                             */
                            delivery_status: "pending";
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    sendMediaMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 128 visible ASCII characters. A repeat with the same key and body gets the first answer, with `Idempotent-Replayed: true`, and sends nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the file is.
                     * @enum {string}
                     */
                    type: "image" | "video" | "audio" | "document" | "sticker";
                    /** @description The file to send. */
                    media: {
                        /** @description The file, from POST /media. Takes precedence over link. */
                        id?: string | null;
                        /** @description A public address of the file. */
                        link?: ("" | string) | null;
                        /** @description A text below the file. Not for audio and sticker. */
                        caption?: string | null;
                        /** @description The name under which a document is shown. */
                        filename?: string | null;
                    };
                    /** @description Replies within an existing conversation. */
                    conversation_id?: string | null;
                    /** @description A connection's uuid or phone number; used with recipient to start a conversation. */
                    connection_id?: string | null;
                    /** @description Alias of connection_id. */
                    from?: string | null;
                    /** @description Whom to write to, by at least one identity; all must be those of one person. */
                    recipient?: {
                        /** @description Digits with country code; formatting is ignored. */
                        phone?: string | null;
                        /** @description A contact of the account, at its phone. */
                        contact_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        parent_business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        username?: string | null;
                    } | null;
                    /**
                     * @deprecated
                     * @description Equivalent to recipient.phone.
                     */
                    to?: string | null;
                    /** @description Provider message id being replied to; not for reactions. */
                    reply_to_message_id?: string | null;
                    /** @description Returned by the provider in message status events. */
                    biz_opaque_callback_data?: string | null;
                    /** @description Extension. What happens to the message when it is unknown whether the provider accepted it (timeout, crash). give_up, the default: it is never sent again, so it arrives at most once. retry: it is sent again, up to four times within minutes, so it arrives at least once and may arrive twice, as a one-time password may. */
                    on_unknown?: ("give_up" | "retry") | null;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "provider_message_id": "wamid.EXAMPLE_OUT",
                     *         "type": "image",
                     *         "recipient": {
                     *           "phone": "5531987654321",
                     *           "business_scoped_user_id": "BR.1A2B3C"
                     *         },
                     *         "accepted": true,
                     *         "delivery_status": "pending"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The state of the send so far. */
                        data: {
                            /**
                             * Format: uuid
                             * @description One person on one number. POST /messages takes it to reply.
                             */
                            conversation_id: string;
                            /** @description The provider's id of the message (WAMID); null until it has accepted the message. */
                            provider_message_id: string | null;
                            /**
                             * @description The type that is sent.
                             * @enum {string}
                             */
                            type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "reaction";
                            /** @description The recipient, as named to the provider. */
                            recipient: {
                                /** @description Digits with country code; null while no phone of the person is known. */
                                phone: string | null;
                                /** @description The provider's id of the person for your business (BSUID). */
                                business_scoped_user_id: string | null;
                            };
                            /** @description Whether the provider accepted it. False while that is unknown, or while the send continues in the background. */
                            accepted: boolean;
                            /**
                             * @description Always pending here. Webhooks and GET /messages show how the delivery continues.
                             * @constant
                             */
                            delivery_status: "pending";
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    sendTemplateMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 128 visible ASCII characters. A repeat with the same key and body gets the first answer, with `Idempotent-Replayed: true`, and sends nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description May be left out: the route sends only this type.
                     * @enum {string}
                     */
                    type?: "template";
                    /** @description Which template, and the values of its variables. */
                    template: {
                        /** @description The exact approved name. */
                        name: string;
                        /** @description As it was approved, such as pt_BR. */
                        language: string;
                        /** @description Its parts with variables: header, body and buttons. */
                        components?: (({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "header";
                            /** @description The values of its variables, in their order or by their names. */
                            parameters?: (({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "text";
                                /** @description The value of the variable. */
                                text: string;
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "currency";
                                /** @description An amount of money, which the phone formats. */
                                currency: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                    /** @description ISO 4217. */
                                    code: string;
                                    /** @description The amount times 1000. */
                                    amount_1000: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "date_time";
                                /** @description A day or a time. */
                                date_time: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "image";
                                /** @description The file of the header. */
                                image: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "video";
                                /** @description The file of the header. */
                                video: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "document";
                                /** @description The file of the header. */
                                document: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "payload";
                                /** @description Comes back when the person presses the button. */
                                payload: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "coupon_code";
                                /** @description What the button copies. */
                                coupon_code: string;
                            } & {
                                [key: string]: unknown;
                            }) | {
                                /** @description Decides which other fields the object has. */
                                type: string;
                            })[];
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "body";
                            /** @description The values of its variables, in their order or by their names. */
                            parameters?: (({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "text";
                                /** @description The value of the variable. */
                                text: string;
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "currency";
                                /** @description An amount of money, which the phone formats. */
                                currency: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                    /** @description ISO 4217. */
                                    code: string;
                                    /** @description The amount times 1000. */
                                    amount_1000: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "date_time";
                                /** @description A day or a time. */
                                date_time: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "image";
                                /** @description The file of the header. */
                                image: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "video";
                                /** @description The file of the header. */
                                video: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "document";
                                /** @description The file of the header. */
                                document: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "payload";
                                /** @description Comes back when the person presses the button. */
                                payload: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "coupon_code";
                                /** @description What the button copies. */
                                coupon_code: string;
                            } & {
                                [key: string]: unknown;
                            }) | {
                                /** @description Decides which other fields the object has. */
                                type: string;
                            })[];
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            /**
                             * @description Decides which other fields the object has.
                             * @constant
                             */
                            type: "button";
                            /** @description What the button does: quick_reply, url, flow, catalog or copy_code. */
                            sub_type: string;
                            /** @description Place in the template, from 0. */
                            index: number | string;
                            /** @description The values of its variables, in their order or by their names. */
                            parameters?: (({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "text";
                                /** @description The value of the variable. */
                                text: string;
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "currency";
                                /** @description An amount of money, which the phone formats. */
                                currency: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                    /** @description ISO 4217. */
                                    code: string;
                                    /** @description The amount times 1000. */
                                    amount_1000: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "date_time";
                                /** @description A day or a time. */
                                date_time: {
                                    /** @description Shown where the phone cannot format the value. */
                                    fallback_value: string;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @description The name of the variable, in templates whose variables have names. */
                                parameter_name?: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "image";
                                /** @description The file of the header. */
                                image: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "video";
                                /** @description The file of the header. */
                                video: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "document";
                                /** @description The file of the header. */
                                document: {
                                    /** @description From POST /media; instead of link. */
                                    id?: string;
                                    /** @description A public address of the file, http or https. */
                                    link?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "payload";
                                /** @description Comes back when the person presses the button. */
                                payload: string;
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /**
                                 * @description Decides which other fields the object has.
                                 * @constant
                                 */
                                type: "coupon_code";
                                /** @description What the button copies. */
                                coupon_code: string;
                            } & {
                                [key: string]: unknown;
                            }) | {
                                /** @description Decides which other fields the object has. */
                                type: string;
                            })[];
                        } & {
                            [key: string]: unknown;
                        }) | {
                            /** @description Decides which other fields the object has. */
                            type: string;
                        })[] | null;
                    };
                    /** @description Replies within an existing conversation. */
                    conversation_id?: string | null;
                    /** @description A connection's uuid or phone number; used with recipient to start a conversation. */
                    connection_id?: string | null;
                    /** @description Alias of connection_id. */
                    from?: string | null;
                    /** @description Whom to write to, by at least one identity; all must be those of one person. */
                    recipient?: {
                        /** @description Digits with country code; formatting is ignored. */
                        phone?: string | null;
                        /** @description A contact of the account, at its phone. */
                        contact_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        parent_business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        username?: string | null;
                    } | null;
                    /**
                     * @deprecated
                     * @description Equivalent to recipient.phone.
                     */
                    to?: string | null;
                    /** @description Provider message id being replied to; not for reactions. */
                    reply_to_message_id?: string | null;
                    /** @description Returned by the provider in message status events. */
                    biz_opaque_callback_data?: string | null;
                    /** @description Extension. What happens to the message when it is unknown whether the provider accepted it (timeout, crash). give_up, the default: it is never sent again, so it arrives at most once. retry: it is sent again, up to four times within minutes, so it arrives at least once and may arrive twice, as a one-time password may. */
                    on_unknown?: ("give_up" | "retry") | null;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "provider_message_id": "wamid.EXAMPLE_OUT",
                     *         "type": "template",
                     *         "recipient": {
                     *           "phone": "5531987654321",
                     *           "business_scoped_user_id": "BR.1A2B3C"
                     *         },
                     *         "accepted": true,
                     *         "delivery_status": "pending"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The state of the send so far. */
                        data: {
                            /**
                             * Format: uuid
                             * @description One person on one number. POST /messages takes it to reply.
                             */
                            conversation_id: string;
                            /** @description The provider's id of the message (WAMID); null until it has accepted the message. */
                            provider_message_id: string | null;
                            /**
                             * @description The type that is sent.
                             * @enum {string}
                             */
                            type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "reaction";
                            /** @description The recipient, as named to the provider. */
                            recipient: {
                                /** @description Digits with country code; null while no phone of the person is known. */
                                phone: string | null;
                                /** @description The provider's id of the person for your business (BSUID). */
                                business_scoped_user_id: string | null;
                            };
                            /** @description Whether the provider accepted it. False while that is unknown, or while the send continues in the background. */
                            accepted: boolean;
                            /**
                             * @description Always pending here. Webhooks and GET /messages show how the delivery continues.
                             * @constant
                             */
                            delivery_status: "pending";
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    sendTextMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 128 visible ASCII characters. A repeat with the same key and body gets the first answer, with `Idempotent-Replayed: true`, and sends nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description May be left out: the route sends only this type.
                     * @enum {string}
                     */
                    type?: "text";
                    /** @description What to write, with the formatting of WhatsApp. */
                    text: string;
                    /** @description Replies within an existing conversation. */
                    conversation_id?: string | null;
                    /** @description A connection's uuid or phone number; used with recipient to start a conversation. */
                    connection_id?: string | null;
                    /** @description Alias of connection_id. */
                    from?: string | null;
                    /** @description Whom to write to, by at least one identity; all must be those of one person. */
                    recipient?: {
                        /** @description Digits with country code; formatting is ignored. */
                        phone?: string | null;
                        /** @description A contact of the account, at its phone. */
                        contact_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        parent_business_scoped_user_id?: string | null;
                        /** @description Names a contact of the connection; the message goes to its phone. */
                        username?: string | null;
                    } | null;
                    /**
                     * @deprecated
                     * @description Equivalent to recipient.phone.
                     */
                    to?: string | null;
                    /** @description Provider message id being replied to; not for reactions. */
                    reply_to_message_id?: string | null;
                    /** @description Returned by the provider in message status events. */
                    biz_opaque_callback_data?: string | null;
                    /** @description Extension. What happens to the message when it is unknown whether the provider accepted it (timeout, crash). give_up, the default: it is never sent again, so it arrives at most once. retry: it is sent again, up to four times within minutes, so it arrives at least once and may arrive twice, as a one-time password may. */
                    on_unknown?: ("give_up" | "retry") | null;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "provider_message_id": "wamid.EXAMPLE_OUT",
                     *         "type": "text",
                     *         "recipient": {
                     *           "phone": "5531987654321",
                     *           "business_scoped_user_id": "BR.1A2B3C"
                     *         },
                     *         "accepted": true,
                     *         "delivery_status": "pending"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The state of the send so far. */
                        data: {
                            /**
                             * Format: uuid
                             * @description One person on one number. POST /messages takes it to reply.
                             */
                            conversation_id: string;
                            /** @description The provider's id of the message (WAMID); null until it has accepted the message. */
                            provider_message_id: string | null;
                            /**
                             * @description The type that is sent.
                             * @enum {string}
                             */
                            type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "interactive" | "reaction";
                            /** @description The recipient, as named to the provider. */
                            recipient: {
                                /** @description Digits with country code; null while no phone of the person is known. */
                                phone: string | null;
                                /** @description The provider's id of the person for your business (BSUID). */
                                business_scoped_user_id: string | null;
                            };
                            /** @description Whether the provider accepted it. False while that is unknown, or while the send continues in the background. */
                            accepted: boolean;
                            /**
                             * @description Always pending here. Webhooks and GET /messages show how the delivery continues.
                             * @constant
                             */
                            delivery_status: "pending";
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The `id` of the message, not its message_id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 48211,
                     *         "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                     *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *         "direction": "outbound",
                     *         "origin": "api",
                     *         "type": "text",
                     *         "text": "Tudo, e você?",
                     *         "content": null,
                     *         "status": "delivered",
                     *         "provider_message_id": "wamid.EXAMPLE_OUT",
                     *         "reply_to_message_id": null,
                     *         "sender": null,
                     *         "recipient": {
                     *           "phone": "5531987654321",
                     *           "business_scoped_user_id": "BR.1A2B3C"
                     *         },
                     *         "biz_opaque_callback_data": "order-991",
                     *         "error": null,
                     *         "created_at": "2026-01-01T09:00:00.000Z",
                     *         "provider_timestamp": null,
                     *         "sent_at": "2026-01-01T09:00:00.000Z",
                     *         "delivered_at": "2026-01-01T09:00:02.000Z",
                     *         "read_at": null,
                     *         "failed_at": null,
                     *         "revoked_at": null,
                     *         "pricing": {
                     *           "category": "service",
                     *           "billable": false,
                     *           "type": "free_customer_service"
                     *         },
                     *         "contact": {
                     *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *           "name": "Ana Reis",
                     *           "phone": "5531987654321"
                     *         },
                     *         "payload": {
                     *           "messaging_product": "whatsapp",
                     *           "to": "+5531987654321",
                     *           "type": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A record of the message log with the payload sent to, or received from, the provider. */
                        data: components["schemas"]["MessageDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    markMessageRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of an inbound message, not its message_id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Shows the person that somebody writes. Null counts as left out. */
                    typing?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 48210,
                     *         "status": "read"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The message that was marked. */
                        data: {
                            /**
                             * Format: int64
                             * @description The message, as `id` in GET /messages.
                             */
                            id: number;
                            /**
                             * @description The new status.
                             * @constant
                             */
                            status: "read";
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            502: components["responses"]["Error502"];
            503: components["responses"]["Error503"];
        };
    };
    getOpenapiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {
                     *         "title": "Recado",
                     *         "version": "1.1.0",
                     *         "summary": "CRM funnel, conversations, WhatsApp messaging, media, templates, sales and webhooks.",
                     *         "license": {
                     *           "name": "Apache-2.0",
                     *           "identifier": "Apache-2.0"
                     *         }
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["Error400"];
        };
    };
    listSales: {
        parameters: {
            query?: {
                /** @description By the notices of the shop: pending, then paid, then refunded or charged back if that happens. */
                status?: "pending" | "paid" | "refunded" | "chargeback";
                /** @description Sales created from that moment. */
                since?: string;
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "c41f0d2e-0b1c-5c55-9a64-0f3c9d2b1f01",
                     *           "source": "shop",
                     *           "provider": "hotmart",
                     *           "status": "paid",
                     *           "gross_cents": 12990,
                     *           "fee_cents": 990,
                     *           "currency": "BRL",
                     *           "product_name": "Curso",
                     *           "product_id": "curso-1",
                     *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *           "phone_problem": null,
                     *           "created_at": "2026-01-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["Sale"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listSchemas: {
        parameters: {
            query?: {
                /** @description Extension. How many to show; all by default. */
                limit?: number;
                /** @description Extension. How many to leave out at the beginning. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "MessageReceived",
                     *           "kind": "fact",
                     *           "description": "A person wrote.",
                     *           "path": "/schemas/MessageReceived"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Facts first, then webhook events. */
                        data: {
                            /** @description The type of the fact, or the name of the event. */
                            name: string;
                            /**
                             * @description fact: recorded in the log. webhook: posted to endpoints.
                             * @enum {string}
                             */
                            kind: "fact" | "webhook";
                            /** @description What a fact or event of this name says. */
                            description: string;
                            /** @description Where GET reads the schema, below /api/v1. */
                            path: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
        };
    };
    getSchema: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the schema that the caller has. */
                "if-none-match"?: string;
            };
            path: {
                /** @description Such as MessageReceived or whatsapp.message.received. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "$schema": "https://json-schema.org/draft/2020-12/schema",
                     *       "$id": "/api/v1/schemas/StageRemoved",
                     *       "title": "StageRemoved",
                     *       "description": "The stage was removed from the funnel. Its contacts return to the stage derived for them.",
                     *       "type": "object",
                     *       "properties": {
                     *         "stage_id": {
                     *           "type": "string"
                     *         },
                     *         "removed_at": {
                     *           "type": "string",
                     *           "format": "date-time"
                     *         }
                     *       },
                     *       "required": [
                     *         "stage_id",
                     *         "removed_at"
                     *       ],
                     *       "examples": [
                     *         {
                     *           "stage_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b0008",
                     *           "removed_at": "2026-01-01T09:20:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/schema+json": Record<string, never>;
                };
            };
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
        };
    };
    listStages: {
        parameters: {
            query?: {
                /** @description Extension. How many to show; all by default. */
                limit?: number;
                /** @description Extension. How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "1b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a07",
                     *           "name": "In conversation",
                     *           "position": 1,
                     *           "color": "#5b9bd9",
                     *           "auto_kind": "engaged",
                     *           "created_at": "2026-01-01T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description In the order of their positions. */
                        data: components["schemas"]["Stage"][];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addStage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the team calls it. */
                    name: string;
                    /** @description Its colour in the funnel, hexadecimal. #5b9bd9 unless given. */
                    color?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "2c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a08",
                     *         "name": "Proposal",
                     *         "position": 3,
                     *         "color": "#5b9bd9",
                     *         "auto_kind": null,
                     *         "created_at": "2026-01-01T09:00:02.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A stage of the sales funnel. */
                        data: components["schemas"]["Stage"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    removeStage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A stage of the funnel, as in GET /stages. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true.
                         * @constant
                         */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    editStage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A stage of the funnel, as in GET /stages. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the team calls it. */
                    name?: string;
                    /** @description Its colour in the funnel, hexadecimal. */
                    color?: string;
                    /** @description Place in the funnel, from 0. A fraction is cut, below 0 is the first place, beyond the end the last one. */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "2c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a08",
                     *         "name": "Proposal sent",
                     *         "position": 3,
                     *         "color": "#5b9bd9",
                     *         "auto_kind": null,
                     *         "created_at": "2026-01-01T09:00:02.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A stage of the sales funnel. */
                        data: components["schemas"]["Stage"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description The decision of the provider. Only approved templates can be sent. */
                status?: "draft" | "pending" | "approved" | "rejected";
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "d51f0d2e-0b1c-5c55-9a64-0f3c9d2b1f02",
                     *           "name": "order_ready",
                     *           "meta_template_name": "order_ready",
                     *           "category": "UTILITY",
                     *           "language": "pt_BR",
                     *           "status": "approved",
                     *           "provider_status": "APPROVED",
                     *           "variables": [
                     *             "body.1",
                     *             "body.2"
                     *           ],
                     *           "updated_at": "2026-01-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["Template"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    traceMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description The `message_id`, the `id` or a `provider_message_id` of the message. An id of a WAHA gateway may have its long form, such as `true_553187654321@c.us_3EB0BB`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "subject": {
                     *           "kind": "message",
                     *           "id": "5d4f3931-ee99-5090-bfbd-b901ae7f8204",
                     *           "log_id": 48377,
                     *           "direction": "outbound",
                     *           "type": "text",
                     *           "text": "Tudo, e você?",
                     *           "status": "failed",
                     *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                     *           "contact": {
                     *             "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *             "name": "Ana Reis",
                     *             "phone": "5531987654321"
                     *           }
                     *         },
                     *         "why": {
                     *           "rule": "window_closed",
                     *           "failure": null,
                     *           "says": "131047 · Re-engagement message",
                     *           "sentence": "No message from this person in the last 24 hours. Only an approved template can be sent.",
                     *           "because": [
                     *             "77d8fad8-cb19-57f1-8830-8e48c6528e01"
                     *           ]
                     *         },
                     *         "steps": [
                     *           {
                     *             "key": "66c7fad8-cb19-57f1-8830-8e48c6528e00:request",
                     *             "lane": "you",
                     *             "kind": "request",
                     *             "at": "2026-01-01T09:00:00.000Z",
                     *             "state": null,
                     *             "request_id": "req-1",
                     *             "actor": {
                     *               "type": "api_key",
                     *               "id": "3c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01",
                     *               "name": "CRM"
                     *             },
                     *             "idempotency_key": "answer-0001"
                     *           },
                     *           {
                     *             "key": "77d8fad8-cb19-57f1-8830-8e48c6528e01",
                     *             "lane": "whatsapp",
                     *             "kind": "status",
                     *             "at": "2026-01-01T09:00:02.000Z",
                     *             "state": "failed",
                     *             "type": "failed",
                     *             "position": "18446",
                     *             "recorded_at": "2026-01-01T09:00:02.000Z",
                     *             "raw_event_id": 5512,
                     *             "data": {
                     *               "errors": [
                     *                 {
                     *                   "code": 131047,
                     *                   "title": "Re-engagement message"
                     *                 }
                     *               ]
                     *             }
                     *           }
                     *         ],
                     *         "is_cut": false,
                     *         "as_of": "18446"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The whole history of a message. */
                        data: components["schemas"]["MessageTrace"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /** @description A connection's uuid, or its number in any formatting; selects every connection with that number. */
                connection_id?: string;
                /** @description The type of the connection that the event came in on. */
                source?: "official" | "freemium";
                /** @description The provider's name, such as messages. */
                event?: string;
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 6010,
                     *           "source": "official",
                     *           "event": "messages",
                     *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *           "payload": {
                     *             "object": "whatsapp_business_account",
                     *             "entry": []
                     *           },
                     *           "created_at": "2026-01-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["RawEvent"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getWebhookEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description As in GET /webhook-events, or the uuid of a `payload_url`. */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 6010,
                     *         "source": "official",
                     *         "event": "messages",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "payload": {
                     *           "object": "whatsapp_business_account",
                     *           "entry": []
                     *         },
                     *         "created_at": "2026-01-01T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A provider's event as it came, for audit and external reprocessing. */
                        data: components["schemas"]["RawEvent"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description A connection's uuid, or its number in any formatting; selects every connection with that number. */
                connection_id?: string;
                /** @description Extension. How many to show; all by default. */
                limit?: number;
                /** @description Extension. How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
                     *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *           "url": "https://crm.example/recado",
                     *           "events": [],
                     *           "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
                     *           "active": true
                     *         }
                     *       ],
                     *       "structured_events": [
                     *         "whatsapp.message.received",
                     *         "whatsapp.message.sent",
                     *         "whatsapp.message.delivered",
                     *         "whatsapp.message.read",
                     *         "whatsapp.message.failed",
                     *         "whatsapp.connection.updated"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description One configuration for each connection that has one. */
                        data: components["schemas"]["Webhook"][];
                        /** @description The events that a webhook with an empty list gets. It can also list `webhook.failing`, `contact.erased`, `log.sealed` and native names of the provider. */
                        structured_events: ("whatsapp.message.received" | "whatsapp.message.sent" | "whatsapp.message.delivered" | "whatsapp.message.read" | "whatsapp.message.failed" | "whatsapp.connection.updated")[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    configureWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A number of the account, as in GET /connections.
                     */
                    connection_id: string;
                    /** @description Where to post events, http or https, without credentials. */
                    url: string;
                    /**
                     * @description An empty list means all structured events. List `webhook.failing` to be told when another webhook of the account fails, `contact.erased` to be told which contacts were erased, and `log.sealed` to get the checkpoints that prove your account's facts. List a native event name to receive the provider's raw payload; on a freemium connection, `message` stands for each `message.any` of a message that the business did not write. Official: messages, statuses, message_echoes, smb_message_echoes, smb_app_state_sync, history, calls, flows, groups, group_lifecycle_update, group_participants_update, group_settings_update, group_status_update, user_preferences, user_id_update, business_username_update, consumer_profile, messaging_handovers, message_template_status_update, message_template_quality_update, message_template_components_update, template_category_update, template_correct_category_detection, phone_number_quality_update, phone_number_name_update, account_update, account_alerts, account_review_update, account_settings_update, business_capability_update, business_status_update, security, automatic_events, tracking_events, partner_solutions, payment_configuration_update. Freemium: session.status, message.any, message.ack, message.reaction, message.edited, message.revoked, message.
                     * @default []
                     */
                    events?: string[];
                    /** @description Signs the deliveries. Without it the current secret stays, or a new one is generated. */
                    secret?: string;
                    /**
                     * @description Whether events are posted now; while they are not, deliveries wait.
                     * @default true
                     */
                    active?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "url": "https://crm.example/recado",
                     *         "events": [],
                     *         "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
                     *         "active": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Where the events of a connection are posted. */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "url": "https://crm.example/recado",
                     *         "events": [],
                     *         "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
                     *         "active": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Where the events of a connection are posted. */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deactivateWebhook: {
        parameters: {
            query: {
                /** @description The connection whose webhook is paused. */
                connection_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "url": "https://crm.example/recado",
                     *         "events": [],
                     *         "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
                     *         "active": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Where the events of a connection are posted. */
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description A connection's uuid, or its number in any formatting; selects every connection with that number. */
                connection_id?: string;
                /** @description pending: not attempted, or paused. failed: another attempt is planned. dead: no attempt is planned any more. */
                status?: "pending" | "delivered" | "failed" | "dead";
                /** @description The name of an event, such as whatsapp.message.received, or a native one. */
                event?: string;
                /** @description Extension. Deliveries of events of this conversation. */
                conversation_id?: string;
                /** @description Extension. The message_id of a message, not its integer id. */
                message_id?: string;
                /** @description Extension. Deliveries created from that moment. */
                since?: string;
                /** @description Extension. Deliveries created before that moment. */
                until?: string;
                /** @description Extension. Deliveries given up from that moment. */
                dead_since?: string;
                /** @description Page size. A larger value than 200 counts as 200. */
                limit?: number;
                /** @description How many to leave out at the beginning. */
                offset?: number;
            };
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "572f0fb3-403f-50bd-8c57-72063a379c61",
                     *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *           "event": "whatsapp.message.received",
                     *           "event_id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
                     *           "status": "delivered",
                     *           "attempts": 1,
                     *           "last_status": 200,
                     *           "last_error": null,
                     *           "target_url": "https://crm.example/recado",
                     *           "next_attempt_at": null,
                     *           "delivered_at": "2026-01-01T09:00:02.000Z",
                     *           "created_at": "2026-01-01T09:00:00.000Z",
                     *           "contact": {
                     *             "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *             "name": "Ana Reis",
                     *             "phone": "5531987654321"
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 1,
                     *         "offset": 0,
                     *         "total": 120,
                     *         "next_offset": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The part of the list that was asked for; empty beyond its end. */
                        data: components["schemas"]["ListedDelivery"][];
                        /** @description The part of a list that an answer shows. */
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description A delivery, as in GET /webhooks/deliveries. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "572f0fb3-403f-50bd-8c57-72063a379c61",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "event": "whatsapp.message.received",
                     *         "event_id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
                     *         "status": "delivered",
                     *         "attempts": 1,
                     *         "last_status": 200,
                     *         "last_error": null,
                     *         "target_url": "https://crm.example/recado",
                     *         "next_attempt_at": null,
                     *         "delivered_at": "2026-01-01T09:00:02.000Z",
                     *         "created_at": "2026-01-01T09:00:00.000Z",
                     *         "contact": {
                     *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                     *           "name": "Ana Reis",
                     *           "phone": "5531987654321"
                     *         },
                     *         "why": null,
                     *         "attempt_log": [
                     *           {
                     *             "attempt": 1,
                     *             "at": "2026-01-01T09:00:00.000Z",
                     *             "http_status": 200,
                     *             "took_ms": 84,
                     *             "outcome": "delivered",
                     *             "error": null,
                     *             "failure": null,
                     *             "sentence": null,
                     *             "next_at": null,
                     *             "answer_excerpt": null
                     *           }
                     *         ],
                     *         "request": {
                     *           "headers": {
                     *             "content-type": "application/json",
                     *             "webhook-id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
                     *             "webhook-timestamp": "1767258000"
                     *           },
                     *           "body": "{\"id\":\"9d78fad8-cb19-57f1-8830-8e48c6528de7\",\"type\":\"whatsapp.message.received\"}"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A delivery with every attempt, and the request exactly as it was signed. */
                        data: components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 128 visible ASCII characters. A repeat with the same key gets the same delivery in its current state, with `Idempotent-Replayed: true`, and delivers nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A delivery, as in GET /webhooks/deliveries. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "683f0fb3-403f-50bd-8c57-72063a379c62",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "event": "whatsapp.message.received",
                     *         "event_id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
                     *         "status": "pending",
                     *         "attempts": 0,
                     *         "last_status": null,
                     *         "last_error": null,
                     *         "target_url": "https://crm.example/recado",
                     *         "next_attempt_at": "2026-01-01T09:00:02.000Z",
                     *         "delivered_at": null,
                     *         "created_at": "2026-01-01T09:00:02.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One event on its way to one webhook. */
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    recoverWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 128 visible ASCII characters. A repeat with the same key and the same since gets the same recovery in its current state. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A number of the account, as in GET /connections.
                     */
                    connection_id: string;
                    /**
                     * Format: date-time
                     * @description Events recorded from that moment on. It must not be in the future, nor before the oldest retained event.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0c5f0d2e-0b1c-4c55-9a64-0f3c9d2b1e05",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "since": "2026-01-01T09:00:00.000Z",
                     *         "status": "running",
                     *         "found": 0,
                     *         "enqueued": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The delivery of all events that a webhook never accepted. */
                        data: components["schemas"]["WebhookRecovery"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getWebhookRecovery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that was moved to another server has other positions: x-event-position of the 503 then is the end of the log. */
                "x-min-event-position"?: string;
            };
            path: {
                /** @description A recovery, from the answer of POST /webhooks/recover. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0c5f0d2e-0b1c-4c55-9a64-0f3c9d2b1e05",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "since": "2026-01-01T09:00:00.000Z",
                     *         "status": "running",
                     *         "found": 120,
                     *         "enqueued": 100
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The delivery of all events that a webhook never accepted. */
                        data: components["schemas"]["WebhookRecovery"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 8 to 128 visible ASCII characters. A repeat with the same key gets the same delivery in its current state, with `Idempotent-Replayed: true`, and delivers nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A number of the account, as in GET /connections.
                     */
                    connection_id: string;
                    /** @description Any event that a webhook of the connection can list. */
                    event: string;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-event-position": components["headers"]["EventPosition"];
                    "x-read-consistency": components["headers"]["ReadConsistency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "683f0fb3-403f-50bd-8c57-72063a379c62",
                     *         "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                     *         "event": "whatsapp.message.received",
                     *         "event_id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
                     *         "status": "pending",
                     *         "attempts": 0,
                     *         "last_status": null,
                     *         "last_error": null,
                     *         "target_url": "https://crm.example/recado",
                     *         "next_attempt_at": "2026-01-01T09:00:02.000Z",
                     *         "delivered_at": null,
                     *         "created_at": "2026-01-01T09:00:02.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One event on its way to one webhook. */
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    whatsappMessageReceived: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "9d78fad8-cb19-57f1-8830-8e48c6528de7",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *       "type": "whatsapp.message.received",
                 *       "sequence": 1,
                 *       "data": {
                 *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *         "contact": {
                 *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "name": "Ana Reis",
                 *           "phone": "5531987654321",
                 *           "business_scoped_user_id": "BR.1A2B3C"
                 *         },
                 *         "message": {
                 *           "id": 48210,
                 *           "message_id": "2b6f3931-ee99-5090-bfbd-b901ae7f8190",
                 *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "direction": "inbound",
                 *           "origin": "external",
                 *           "type": "text",
                 *           "text": "Oi, tudo bem?",
                 *           "content": null,
                 *           "status": "received",
                 *           "provider_message_id": "wamid.EXAMPLE_IN",
                 *           "reply_to_message_id": null,
                 *           "sender": {
                 *             "phone": "5531987654321",
                 *             "business_scoped_user_id": "BR.1A2B3C"
                 *           },
                 *           "recipient": null,
                 *           "biz_opaque_callback_data": null,
                 *           "error": null,
                 *           "created_at": "2026-01-01T09:00:00.000Z",
                 *           "provider_timestamp": "2026-01-01T09:00:00.000Z",
                 *           "sent_at": null,
                 *           "delivered_at": null,
                 *           "read_at": null,
                 *           "failed_at": null,
                 *           "revoked_at": null,
                 *           "pricing": {
                 *             "category": "service",
                 *             "billable": false,
                 *             "type": "free_customer_service"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WhatsappMessageEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    whatsappMessageSent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "a1f2fad8-cb19-57f1-8830-8e48c6528de8",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *       "type": "whatsapp.message.sent",
                 *       "sequence": 2,
                 *       "data": {
                 *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *         "contact": {
                 *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "name": "Ana Reis",
                 *           "phone": "5531987654321",
                 *           "business_scoped_user_id": "BR.1A2B3C"
                 *         },
                 *         "message": {
                 *           "id": 48211,
                 *           "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                 *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "direction": "outbound",
                 *           "origin": "api",
                 *           "type": "text",
                 *           "text": "Tudo, e você?",
                 *           "content": null,
                 *           "status": "sent",
                 *           "provider_message_id": "wamid.EXAMPLE_OUT",
                 *           "reply_to_message_id": null,
                 *           "sender": null,
                 *           "recipient": {
                 *             "phone": "5531987654321",
                 *             "business_scoped_user_id": "BR.1A2B3C"
                 *           },
                 *           "biz_opaque_callback_data": "order-991",
                 *           "error": null,
                 *           "created_at": "2026-01-01T09:00:00.000Z",
                 *           "provider_timestamp": null,
                 *           "sent_at": "2026-01-01T09:00:00.000Z",
                 *           "delivered_at": null,
                 *           "read_at": null,
                 *           "failed_at": null,
                 *           "revoked_at": null,
                 *           "pricing": {
                 *             "category": "service",
                 *             "billable": false,
                 *             "type": "free_customer_service"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WhatsappMessageEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    whatsappMessageDelivered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2f2fad8-cb19-57f1-8830-8e48c6528de9",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *       "type": "whatsapp.message.delivered",
                 *       "sequence": 3,
                 *       "data": {
                 *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *         "contact": {
                 *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "name": "Ana Reis",
                 *           "phone": "5531987654321",
                 *           "business_scoped_user_id": "BR.1A2B3C"
                 *         },
                 *         "message": {
                 *           "id": 48211,
                 *           "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                 *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "direction": "outbound",
                 *           "origin": "api",
                 *           "type": "text",
                 *           "text": "Tudo, e você?",
                 *           "content": null,
                 *           "status": "delivered",
                 *           "provider_message_id": "wamid.EXAMPLE_OUT",
                 *           "reply_to_message_id": null,
                 *           "sender": null,
                 *           "recipient": {
                 *             "phone": "5531987654321",
                 *             "business_scoped_user_id": "BR.1A2B3C"
                 *           },
                 *           "biz_opaque_callback_data": "order-991",
                 *           "error": null,
                 *           "created_at": "2026-01-01T09:00:00.000Z",
                 *           "provider_timestamp": null,
                 *           "sent_at": "2026-01-01T09:00:00.000Z",
                 *           "delivered_at": "2026-01-01T09:00:02.000Z",
                 *           "read_at": null,
                 *           "failed_at": null,
                 *           "revoked_at": null,
                 *           "pricing": {
                 *             "category": "service",
                 *             "billable": false,
                 *             "type": "free_customer_service"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WhatsappMessageEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    whatsappMessageRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3f2fad8-cb19-57f1-8830-8e48c6528dea",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *       "type": "whatsapp.message.read",
                 *       "sequence": 4,
                 *       "data": {
                 *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *         "contact": {
                 *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "name": "Ana Reis",
                 *           "phone": "5531987654321",
                 *           "business_scoped_user_id": "BR.1A2B3C"
                 *         },
                 *         "message": {
                 *           "id": 48211,
                 *           "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                 *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "direction": "outbound",
                 *           "origin": "api",
                 *           "type": "text",
                 *           "text": "Tudo, e você?",
                 *           "content": null,
                 *           "status": "read",
                 *           "provider_message_id": "wamid.EXAMPLE_OUT",
                 *           "reply_to_message_id": null,
                 *           "sender": null,
                 *           "recipient": {
                 *             "phone": "5531987654321",
                 *             "business_scoped_user_id": "BR.1A2B3C"
                 *           },
                 *           "biz_opaque_callback_data": "order-991",
                 *           "error": null,
                 *           "created_at": "2026-01-01T09:00:00.000Z",
                 *           "provider_timestamp": null,
                 *           "sent_at": "2026-01-01T09:00:00.000Z",
                 *           "delivered_at": "2026-01-01T09:00:02.000Z",
                 *           "read_at": "2026-01-01T09:00:02.000Z",
                 *           "failed_at": null,
                 *           "revoked_at": null,
                 *           "pricing": {
                 *             "category": "service",
                 *             "billable": false,
                 *             "type": "free_customer_service"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WhatsappMessageEvent"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    whatsappMessageFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "d4f2fad8-cb19-57f1-8830-8e48c6528deb",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *       "type": "whatsapp.message.failed",
                 *       "sequence": 5,
                 *       "data": {
                 *         "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *         "contact": {
                 *           "id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "name": "Ana Reis",
                 *           "phone": "5531987654321",
                 *           "business_scoped_user_id": "BR.1A2B3C"
                 *         },
                 *         "message": {
                 *           "id": 48211,
                 *           "message_id": "136f3931-ee99-5090-bfbd-b901ae7f8197",
                 *           "conversation_id": "82422df1-d8af-5046-9211-3749013a3a4c",
                 *           "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *           "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *           "direction": "outbound",
                 *           "origin": "api",
                 *           "type": "text",
                 *           "text": "Tudo, e você?",
                 *           "content": null,
                 *           "status": "failed",
                 *           "provider_message_id": "wamid.EXAMPLE_OUT",
                 *           "reply_to_message_id": null,
                 *           "sender": null,
                 *           "recipient": {
                 *             "phone": "5531987654321",
                 *             "business_scoped_user_id": "BR.1A2B3C"
                 *           },
                 *           "biz_opaque_callback_data": "order-991",
                 *           "error": {
                 *             "code": 131026,
                 *             "class": "undeliverable",
                 *             "title": "Message undeliverable",
                 *             "details": "The recipient has not accepted the terms."
                 *           },
                 *           "created_at": "2026-01-01T09:00:00.000Z",
                 *           "provider_timestamp": null,
                 *           "sent_at": "2026-01-01T09:00:00.000Z",
                 *           "delivered_at": null,
                 *           "read_at": null,
                 *           "failed_at": "2026-01-01T09:00:02.000Z",
                 *           "revoked_at": null,
                 *           "pricing": {
                 *             "category": "service",
                 *             "billable": false,
                 *             "type": "free_customer_service"
                 *           }
                 *         },
                 *         "error": {
                 *           "code": 131026,
                 *           "class": "undeliverable",
                 *           "title": "Message undeliverable",
                 *           "details": "The recipient has not accepted the terms."
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WhatsappMessageFailed"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    whatsappConnectionUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "e5f2fad8-cb19-57f1-8830-8e48c6528dec",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *       "type": "whatsapp.connection.updated",
                 *       "sequence": null,
                 *       "data": {
                 *         "connection": {
                 *           "id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *           "type": "official",
                 *           "status": "connected",
                 *           "phone_number": "+55 11 3333-4444",
                 *           "phone_number_digits": "551133334444",
                 *           "capabilities": {
                 *             "provider": "official_cloud_api",
                 *             "message_types": [
                 *               "text",
                 *               "template",
                 *               "image"
                 *             ],
                 *             "actions": [
                 *               "send",
                 *               "mark_read"
                 *             ]
                 *           }
                 *         },
                 *         "reason": "auth_failed",
                 *         "previous_status": "connected",
                 *         "details": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WhatsappConnectionUpdated"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookFailing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "f6f2fad8-cb19-57f1-8830-8e48c6528ded",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": "9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01",
                 *       "type": "webhook.failing",
                 *       "sequence": null,
                 *       "data": {
                 *         "webhook_id": "eaebceea-20a1-509e-adf5-50a4d74b5970",
                 *         "url": "https://crm.example/recado",
                 *         "active": true,
                 *         "reason": "failing",
                 *         "failing_since": "2026-01-01T09:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookFailing"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    contactErased: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "a7f2fad8-cb19-57f1-8830-8e48c6528dee",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": null,
                 *       "type": "contact.erased",
                 *       "sequence": null,
                 *       "data": {
                 *         "contact_id": "4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01",
                 *         "erased_at": "2026-01-01T09:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ContactErased"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    logSealed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b80bfad8-cb19-57f1-8830-8e48c6528def",
                 *       "timestamp": "2026-01-01T09:00:00.000Z",
                 *       "account_id": "6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *       "connection_id": null,
                 *       "type": "log.sealed",
                 *       "sequence": null,
                 *       "data": {
                 *         "origin": "api.example/log/6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01",
                 *         "size": 311,
                 *         "root_hash": "UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw=",
                 *         "checkpoint": "api.example/log/6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01\n311\nUNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw=\n\n— api.example/log/6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01 PuEXjioJlBKIwZxBkqyJRRiBoxGmI2b6TnDULHapdNqNXfn943O66wnSEQb88653R3i2aD8CG1/kHCzi7/NWzUhoLQE=\n",
                 *         "signed_at": "2026-01-01T09:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["LogSealed"];
            };
        };
        responses: {
            /** @description Accepted. After any other answer the delivery is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: retried later; 410 deactivates the webhook. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
