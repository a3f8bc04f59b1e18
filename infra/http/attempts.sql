create schema if not exists control;

-- Attempts to prove something that only its owner knows. Unlogged: a crash forgets at most an hour of them.
create unlogged table if not exists control.attempts (
  key text primary key,
  -- Attempts that are not forgotten yet, when the latest was made.
  level float8 not null,
  made_at timestamptz not null,
  -- When the next one may be made.
  free_at timestamptz not null,
  -- When none is left to remember; the row may be deleted then.
  gone_at timestamptz not null
);
create index if not exists attempts_gone on control.attempts (gone_at);
