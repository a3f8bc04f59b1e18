create table imported_messages (
  id uuid primary key,
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
  history_doc text not null
);
-- In the order in which a conversation shows them; a page skips within this index alone.
create index imported_messages_of_conversation on imported_messages (conversation_id, said_at, id);
create index on imported_messages (contact_id, log_id);

-- What a conversation shows: what its number's history says, then what was said since.
create view history_items as
  select id, history_doc from imported_messages
  union all select id, history_doc from messages;
