-- The erasures; the id is that of the contact, of the user of the dashboard, or of the account.
create table erasures (
  id uuid primary key,
  account_id uuid not null,
  -- `contact`, `user` or `account`.
  kind text not null,
  requested_at timestamptz not null,
  -- How much was found of each kind.
  found jsonb not null,
  -- How many files the provider did not delete, and until when it has the last; null for none.
  left_at_provider jsonb,
  -- Where webhooks had told of the person, once everything was found.
  recipients jsonb not null,
  listed_at timestamptz,
  -- When the keys were destroyed, and how many.
  erased_at timestamptz,
  keys integer,
  -- How many events came late, and how many of them are destroyed.
  arrived integer not null default 0,
  handled integer not null default 0,
  -- The position of the last fact of it that ended deliveries which waited; null for none.
  ended bigint
);
create index on erasures (requested_at) where erased_at is null or arrived > handled;
-- Dispatchers ask whether deliveries have ended that they may still have.
create index on erasures (ended) where ended is not null;

-- Facts about an erased person that were recorded after everything had been found.
create table late_facts (
  id uuid primary key,
  contact_id uuid not null,
  event_id uuid not null,
  position bigint not null,
  -- From 1 for each person; null until the log says that it came late.
  arrival integer
);
create index on late_facts (contact_id, arrival);
create index on late_facts (contact_id) where arrival is null;

-- The claims of identities that an erased person was the last to have, and the raw events about it.
create table erased_ids (
  id uuid primary key,
  contact_id uuid not null
);
