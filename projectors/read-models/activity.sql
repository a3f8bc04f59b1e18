-- Counts of a connection's messages and deliveries by hour, and by quarter of an hour for time zones whose hours
-- begin there.
create table activity_counts (
  id text primary key,
  account_id uuid not null,
  connection_id uuid not null,
  -- Length in minutes: 60 or 15.
  minutes smallint not null,
  at timestamptz not null,
  -- By name, without zeros.
  counts jsonb not null
);
create index on activity_counts (account_id, minutes, at);

-- Conversations in which a person waits for an answer; the id is the conversation's.
create table unanswered (
  id uuid primary key,
  since timestamptz not null,
  -- By the provider's clock.
  said_at timestamptz not null,
  -- Place of the first waiting message on the account's list.
  account_pos bigint not null
);
