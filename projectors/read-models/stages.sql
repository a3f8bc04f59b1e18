create table stages (
  id uuid primary key,
  account_id uuid not null,
  name text not null,
  position integer not null,
  color text not null,
  auto_kind text,
  created_at timestamptz not null
);
create index on stages (account_id, position);

-- The stage that a contact shows: the row of the stage set by hand, else that of its automatic kind. A removed stage
-- has no row, so its contacts show their automatic stage.
create table stage_resolution (
  id text primary key,
  account_id uuid not null,
  -- A stage's id, or new, engaged, won.
  key text not null,
  stage_id uuid not null
);
create index on stage_resolution (account_id, key);
create index on stage_resolution (stage_id);
