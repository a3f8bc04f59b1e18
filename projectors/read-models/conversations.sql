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
  -- How many messages the person wrote, and how many of them the business has read.
  inbound_count integer not null default 0,
  read_ordinal integer not null default 0,
  last_inbound_at timestamptz,
  tags jsonb not null,
  assignee_name text,
  internal_note text,
  contact_name text,
  contact_phone text,
  created_at timestamptz not null,
  -- The account, once something was said in the conversation: a message of any kind, or a call.
  listed_in uuid,
  account_pos bigint not null,
  doc text not null
);
create index conversations_of_account on conversations (listed_in, account_pos) include (connection_id, status);
create index on conversations (contact_id);
