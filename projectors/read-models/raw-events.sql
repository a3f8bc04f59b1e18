-- The log of raw provider events, as the API shows them.
create table raw_events (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  source text not null,
  event text not null,
  -- The same where a provider of ours calls its events so; null: any other name.
  known_event text,
  log_id bigint not null,
  -- Where the log has it.
  position bigint not null,
  -- As the fact has it, which names the day that it goes with.
  received_at timestamptz not null,
  account_pos bigint not null,
  -- Of one whose payload stands in parts, what comes before and after it.
  doc text not null,
  doc_end text not null default ''
);
create index raw_events_of_account on raw_events (account_id, account_pos);
-- What is looked for first comes first, and the account after it: see belongs-to.ts.
create index on raw_events (log_id, account_id);
create index on raw_events (account_id, received_at);
-- Events of other names are looked for one name at a time.
create index on raw_events (account_id, event, account_pos) where known_event is null;

-- Payloads larger than a record, as text in parts.
create table raw_event_parts (
  id uuid primary key,
  raw_event_id uuid not null,
  account_id uuid not null,
  received_at timestamptz not null,
  part integer not null,
  body text not null
);
create index on raw_event_parts (account_id, received_at);
create index on raw_event_parts (raw_event_id, part);
