create schema if not exists control;

-- How far the erasures of accounts are. Lost with Postgres: the log is searched from its start once more.
create table if not exists control.account_erasures (
  account_id uuid primary key,
  -- Every fact of the log up to this position was looked at.
  scanned bigint not null default -1,
  -- How many facts had a key that was destroyed, and how many rows were removed.
  facts bigint not null default 0,
  rows bigint not null default 0
);
