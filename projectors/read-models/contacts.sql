create table contacts (
  id uuid primary key,
  account_id uuid not null,
  name text,
  name_source text,
  phone text,
  phone_key text,
  wa_id text,
  username text,
  business_scoped_user_id text,
  parent_business_scoped_user_id text,
  lid text,
  -- The stage set by hand; null when auto_kind decides.
  stage_id uuid,
  auto_kind text not null,
  -- Whether nothing may be sent to the person.
  restricted boolean not null,
  -- Whether the person was erased.
  erased boolean not null default false,
  -- The contact it was merged into, and its final survivor; survivor_id is the contact itself while it is not merged.
  merged_into uuid,
  survivor_id uuid not null,
  -- Whether others are, or were, merged into this contact.
  is_survivor boolean not null,
  -- The account while the contact is on its list; null when merged.
  listed_in uuid,
  -- Connections on which the person wants no marketing messages.
  opted_out_on jsonb not null,
  -- Basis of auto_kind.
  engaged boolean not null,
  paid_sales integer not null,
  created_at timestamptz not null,
  account_pos bigint not null,
  -- Of the name: see words.ts.
  words tsvector not null,
  -- The contact as the API shows it, without the opening brace and the stage, which depends on the funnel.
  doc text not null
);
create index contacts_of_account on contacts (listed_in, account_pos) include (stage_id, auto_kind);
create index on contacts (survivor_id);
create index contacts_by_word on contacts using gin (words);
create index on contacts (account_id, phone_key);

-- The contact that an identity names; the id is that of the claim's stream.
create table contact_identities (
  id uuid primary key,
  contact_id uuid not null
);
create index on contact_identities (contact_id);

-- A contact is on a connection through a linked identity or a conversation, its own or that of a contact merged into
-- it; `via` lists these reasons.
create table contact_connections (
  id uuid primary key,
  contact_id uuid not null,
  connection_id uuid not null,
  via jsonb not null,
  -- The connection while the contact is on its list; null when merged.
  listed_on uuid,
  pos bigint not null,
  -- Copied from the contact, so that the list can be filtered by them.
  stage_id uuid,
  auto_kind text
);
create index contacts_of_connection on contact_connections (listed_on, pos) include (stage_id, auto_kind);
create index on contact_connections (contact_id);

-- The calls of each contact; the id is that of the call's stream.
create table contact_calls (
  id uuid primary key,
  contact_id uuid not null
);
create index on contact_calls (contact_id);

-- Ads and posts that led people here, oldest first.
create table contact_sessions (
  id uuid primary key,
  contact_id uuid not null,
  place bigint not null,
  doc text not null
);
create index on contact_sessions (contact_id, place);
