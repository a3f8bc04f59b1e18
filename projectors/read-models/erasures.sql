-- The erasures of persons; the id is that of the contact.
create table erasures (
  id uuid primary key,
  account_id uuid not null,
  requested_at timestamptz not null,
  -- How much was found of each kind.
  found jsonb not null,
  listed_at timestamptz,
  -- When the keys were destroyed, and how many.
  erased_at timestamptz,
  keys integer
);
create index on erasures (requested_at) where erased_at is null;
