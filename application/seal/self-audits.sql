create schema if not exists control;

-- How the product's audits of its own trees of hashes ended, the last one of each tree.
create table if not exists control.self_audits (
  tree text primary key,
  -- Whether one is under way, or was when its process stopped.
  is_open boolean not null,
  -- When the last one ended, and how; null before the first.
  ended_at timestamptz,
  last jsonb
);

-- When the tree took its place among the others, when the open audit was first begun, and how often by now.
alter table control.self_audits add column if not exists known_at timestamptz;
alter table control.self_audits add column if not exists begun_at timestamptz;
alter table control.self_audits add column if not exists tries integer not null default 0;
