-- The time before which nothing is kept, per account and journal; the id names both. Of what was said, the time named last.
create table retention (
  id text primary key,
  gone_before timestamptz not null,
  -- Log position of the fact that said so.
  position bigint not null
);

-- Streams of journals that may have to be deleted: one per connection and day, or per large payload and day.
create table journal_days (
  id text primary key,
  kept_for text not null,
  day text collate "C" not null,
  -- Log position of the stream's last event.
  position bigint not null
);
create index on journal_days (kept_for, day);
create index on journal_days (day);
