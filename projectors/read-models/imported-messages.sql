create table imported_messages (
  id uuid primary key,
  account_id uuid not null,
  -- Null while only the media of the message is known; then it is not shown.
  conversation_id uuid,
  contact_id uuid,
  connection_id uuid not null,
  log_id bigint not null,
  direction text,
  status text,
  said_at timestamptz,
  type text not null,
  text text not null,
  -- json, not jsonb: the order of fields and the characters of numbers are the provider's.
  content json,
  provider_message_id text,
  reply_to_message_id text,
  party_phone text,
  party_business_scoped_user_id text,
  -- Whether the person was erased.
  erased boolean not null default false,
  -- Whether it has what was said: until that has expired, or the person was erased.
  has_words boolean not null,
  -- When it was said, or recorded if that was before.
  aged_from timestamptz not null,
  doc text not null,
  history_doc text not null
);
-- In the order in which a conversation shows them; a page skips within this index alone.
create index imported_messages_of_conversation on imported_messages (conversation_id, said_at, id);
create index on imported_messages (contact_id, log_id);
-- What was said and may expire.
create index on imported_messages (account_id, aged_from) where has_words;
-- The searched column comes before the account: see belongs-to.ts.
create unique index on imported_messages (log_id, account_id);

-- What a conversation shows: what its number's history says, then what was said since.
create view history_items as
  select id, history_doc from imported_messages
  union all select id, history_doc from messages;
