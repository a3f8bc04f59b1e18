create table conversations (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  contact_id uuid not null,
  status text not null,
  last_message_text text,
  last_message_at timestamptz,
  -- Log id of the fact that last moved the conversation to the top of its lists.
  last_activity bigint not null,
  unread_count integer not null,
  -- How many messages the person wrote. Of these the business has read all up to an ordinal, and some spans after it.
  inbound_count integer not null default 0,
  read_ordinal integer not null default 0,
  read_spans jsonb not null,
  -- A place in the history up to which no message is unread.
  read_pos bigint not null,
  -- The ordinal of the last message that came after a newer one.
  late_ordinal integer not null,
  -- By the provider's clock: the newest message, that of the person, and that of the business written elsewhere.
  newest_said_at timestamptz,
  inbound_said_at timestamptz,
  answered_said_at timestamptz,
  -- By the provider's clock: when it last told a profile name of the person, and a username.
  named_at timestamptz,
  username_at timestamptz,
  last_inbound_at timestamptz,
  -- By which the person is known on this connection.
  business_scoped_user_id text,
  -- The person's number that wrote last here, and its match key.
  written_from text,
  written_from_key text,
  tags jsonb not null,
  assignee_name text,
  internal_note text,
  contact_name text,
  contact_phone text,
  -- Whether the person was erased.
  erased boolean not null default false,
  -- How many messages of the number's history it shows.
  imported_count integer not null,
  -- The message of the history that is its preview, and the place by its time; null once something was said since.
  history_id uuid,
  history_place bigint,
  created_at timestamptz not null,
  -- The account, once something was said in the conversation: a message of any kind, or a call.
  listed_in uuid,
  account_pos bigint not null,
  doc text not null
);
create index conversations_of_account on conversations (listed_in, account_pos) include (connection_id, status);
create index on conversations (contact_id);
