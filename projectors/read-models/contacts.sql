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
  -- The stage set by hand; null: derived from auto_kind.
  stage_id uuid,
  auto_kind text not null,
  -- What auto_kind rests on.
  engaged boolean not null,
  paid_sales integer not null,
  created_at timestamptz not null,
  account_pos bigint not null,
  -- The contact as the API shows it, without its stage, which depends on the funnel.
  doc text not null
);
create index on contacts (account_id, account_pos);
create index on contacts (account_id, phone_key);
create index on contacts (account_id, lower(username));
create index on contacts (account_id, business_scoped_user_id);
create index on contacts (account_id, parent_business_scoped_user_id);
create index on contacts (account_id, stage_id, auto_kind);

-- Who an identity names; the id is that of its claim stream.
create table contact_identities (
  id uuid primary key,
  contact_id uuid not null
);

-- A contact is on a connection through an identity linked there or a conversation.
create table contact_connections (
  id uuid primary key,
  contact_id uuid not null,
  connection_id uuid not null,
  pos bigint not null
);
create index on contact_connections (connection_id, pos);
create index on contact_connections (contact_id);
