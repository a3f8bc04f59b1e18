-- One row per fact and webhook, and one for each redelivery, recovery or test of an event.
create table deliveries (
  id uuid primary key,
  account_id uuid not null,
  -- The account; null for a test.
  listed_in uuid,
  connection_id uuid not null,
  webhook_id uuid not null,
  origin text not null,
  event text not null,
  event_id uuid not null,
  again_of uuid,
  recovery_id uuid,
  is_repeated boolean not null,
  conversation_id uuid,
  message_id uuid,
  sequence bigint,
  ordinal bigint not null,
  position bigint not null,
  correlation_id text not null,
  traceparent text,
  status text not null,
  attempts integer not null,
  last_status integer,
  last_error text,
  target_url text not null,
  next_at timestamptz,
  delivered_at timestamptz,
  dead_at timestamptz,
  created_at timestamptz not null,
  account_pos bigint not null,
  -- When the event's fact was recorded; of a redelivery, when the first event's was. Retention goes by it.
  event_at timestamptz not null,
  -- A provider's event as received, which retention removes with its raw event.
  is_native boolean not null,
  test_body text,
  doc text not null
);
create index deliveries_of_account on deliveries (listed_in, account_pos);
-- For retention.
create index on deliveries (account_id, event_at);
create index on deliveries (account_id, event_at) where is_native;
-- For dispatchers: a queue's backlog in order, and its late retries that are due.
create index on deliveries (connection_id, ordinal) where status in ('pending', 'failed');
create index on deliveries (connection_id, next_at) where status = 'failed';
-- Deliveries of a conversation, and of one of its messages.
create index on deliveries (conversation_id, message_id) where conversation_id is not null;
create index on deliveries (again_of) where again_of is not null;
-- Deliveries of a recovery that wait for their first attempt.
create index on deliveries (connection_id) where origin = 'recovery' and status = 'pending';
-- Dead letters that the operator counts.
create index on deliveries (dead_at) where dead_at is not null;
-- Dead letters of a day that a user of the account sees.
create index on deliveries (listed_in, dead_at) where dead_at is not null;

-- Attempts. A delivery's attempts are found by their ids, which follow from its own.
create table delivery_attempts (
  id uuid primary key,
  delivery_id uuid not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  http_status integer,
  took_ms integer not null,
  outcome text not null,
  error text,
  -- Of an attempt without an answer.
  failure text,
  next_at timestamptz,
  answer_excerpt text,
  service_signature text,
  standard_signature text
);

-- One row per webhook; the id is its connection's.
create table endpoint_queues (
  id uuid primary key,
  account_id uuid not null,
  webhook_id uuid not null,
  shard smallint not null,
  url text not null,
  events jsonb not null,
  active boolean not null,
  last_ordinal bigint not null,
  pending bigint not null,
  resumed_at timestamptz,
  failing_since timestamptz,
  failing_noticed boolean not null,
  -- Why it was deactivated without a request.
  switched_off text
);
create index on endpoint_queues (shard) where active and pending > 0;
create index on endpoint_queues (account_id);

create table delivery_sequences (
  id text primary key,
  last bigint not null
);

create table message_notifications (
  id uuid primary key,
  told jsonb not null,
  accepted boolean not null
);

-- One row per fact that customers can be told of, whether or not a webhook wants it.
create table outbound_events (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid,
  conversation_id uuid,
  message_id uuid,
  event text not null,
  event_key text collate "C" not null,
  log_id bigint not null,
  position bigint not null,
  recorded_at timestamptz not null,
  quiet boolean not null,
  -- When the event's fact was recorded; of a redelivery, when the first event's was. Retention goes by it.
  event_at timestamptz not null,
  is_native boolean not null,
  -- Null where raw_events or the original event has it.
  body text,
  -- The event that a redelivery repeats.
  original_id uuid
);
-- A page reads one range for each requested name.
create index on outbound_events (account_id, event_key, log_id);
create index on outbound_events (connection_id, event_key, log_id);
-- For retention.
create index on outbound_events (account_id, event_at);
create index on outbound_events (account_id, event_at) where is_native;

-- Everything recorded in a minute or later has its log_id or a higher one.
create table outbound_minutes (
  id text primary key,
  partition integer not null,
  minute timestamptz not null,
  log_id bigint not null
);
create index on outbound_minutes (partition, minute);

create table delivery_recoveries (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  since timestamptz not null,
  status text not null,
  found bigint not null,
  enqueued bigint not null,
  through bigint not null,
  until bigint not null,
  requested_at timestamptz not null
);
create index on delivery_recoveries (connection_id, requested_at, id) where status = 'running';
-- For retention.
create index on delivery_recoveries (account_id, requested_at);
