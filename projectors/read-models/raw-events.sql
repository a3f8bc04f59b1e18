-- The log of raw provider events, as the API shows them.
create table raw_events (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  source text not null,
  event text not null,
  log_id bigint not null,
  account_pos bigint not null,
  doc text not null
);
create index on raw_events (account_id, account_pos);
