create table messages (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  log_id bigint not null,
  direction text not null,
  origin text not null,
  type text not null,
  text text not null,
  -- json, not jsonb: the order of fields and the characters of numbers are the provider's or the caller's.
  content json,
  status text not null,
  provider_message_id text,
  -- Of a send that has several ids of the provider: all but the newest. The trace reads what was reported under them.
  earlier_provider_ids jsonb,
  reply_to_message_id text,
  party_phone text,
  party_business_scoped_user_id text,
  biz_opaque_callback_data text,
  error jsonb,
  -- Set while the status is failed.
  error_class text,
  created_at timestamptz not null,
  provider_timestamp timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  -- When its sender withdrew it.
  revoked_at timestamptz,
  -- What Meta charges, as a status said.
  pricing jsonb,
  -- As sent to, or received from, the provider.
  payload json,
  -- What a send of ours still needs: requested, deferred, sent, refused, unresolved, given_up; null for other
  -- messages.
  send_state text,
  attempt integer,
  next_at timestamptz,
  requested_at timestamptz,
  -- The newest suspension from which an operator released the send: the log id up to which that went, and when.
  released_to bigint,
  released_at timestamptz,
  -- Id of the API request that created the message.
  request_id text,
  -- How many messages the person had written in the conversation up to this one, itself included.
  inbound_ordinal integer not null default 0,
  -- Whether the person was erased.
  erased boolean not null default false,
  -- Whether it has what was said: until that has expired, or the person was erased.
  has_words boolean not null,
  account_pos bigint not null,
  conversation_pos bigint not null,
  doc text not null,
  history_doc text not null
);
-- The searched column comes before the account: see belongs-to.ts.
create unique index on messages (log_id, account_id);
-- The list's facets are in its index, so that a search in a facet reads no other rows.
create index messages_of_account on messages (account_id, account_pos) include (connection_id, direction, status, error_class);
create index messages_of_conversation on messages (conversation_id, conversation_pos);
-- An expression, so that the planner picks no other index when failed messages are few or their number is unknown.
create index messages_failed on messages ((case when error_class is not null then account_id end), account_pos)
  where error_class is not null;
create index on messages (contact_id, account_pos);
create index on messages (provider_message_id, account_id);
create index on messages (account_id, biz_opaque_callback_data) where biz_opaque_callback_data is not null;
-- Sends that a status may still prove. All sends of a campaign share one value, but few of them wait.
create index messages_waiting on messages (biz_opaque_callback_data, connection_id)
  where biz_opaque_callback_data is not null
    and provider_message_id is null and send_state is not null and send_state <> 'refused';
create index on messages (account_id, request_id) where request_id is not null;
-- What was said and may expire.
create index on messages (account_id, created_at) where has_words;
create index messages_open on messages (connection_id, requested_at)
  where send_state in ('requested', 'deferred', 'unresolved');

-- The words of each message's text (words.ts): apart from it, because every status writes the message's row again.
create table message_words (
  id uuid primary key,
  account_id uuid not null,
  log_id bigint not null,
  words tsvector not null
);
create index on message_words (account_id, log_id);
create index messages_by_word on message_words using gin (words);

-- What the provider has reported about a message, joined to ours in either order. The id is that of its stream.
create table provider_messages (
  id uuid primary key,
  connection_id uuid not null,
  message_id uuid,
  -- Revision of the last status fact; -1 before the first.
  revision integer not null,
  status_keys jsonb not null,
  reports jsonb not null,
  -- Of a message that has not come yet.
  withdrawals jsonb
);
