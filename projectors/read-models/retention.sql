-- Before when nothing is kept, per account and journal; the id names both.
create table retention (
  id text primary key,
  gone_before timestamptz not null,
  -- Of the fact that said so.
  position bigint not null
);

-- The streams of journals that may have to be deleted one day: one per connection and day, or large payload and day.
create table journal_days (
  id text primary key,
  kept_for text not null,
  day text collate "C" not null,
  -- Of the last event in it.
  position bigint not null
);
create index on journal_days (kept_for, day);
create index on journal_days (day);
