-- What the installation knows of its log, kept outside the log: a log from a backup cannot know that it was restored.
-- At most one row.
create table known_log (
  the_one boolean primary key default true check (the_one),
  -- Raised by each change: of two processes that judge the log at once, one is told to look again.
  version bigint not null,
  -- Where the row was written: the server, the database and the table. A row that a dump brought back names others.
  place text not null,
  -- A recent event of the log, one that no retention deletes; null while the log had none.
  stream text,
  revision bigint,
  event_id uuid,
  -- Sends that were requested up to this log id go out only when an operator releases them; null: none are suspended.
  suspended_to bigint,
  suspended_at timestamptz,
  -- Whether DISPATCH was held.
  was_held boolean not null
);
