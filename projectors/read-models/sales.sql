-- One row per sale that a shop reported.
create table sales (
  id uuid primary key,
  account_id uuid not null,
  source text not null,
  external_id text not null,
  provider text not null,
  status text not null,
  ended_at timestamptz,
  gross_cents bigint not null,
  fee_cents bigint,
  currency text not null,
  product_name text,
  product_id text,
  -- By field, the weight of the notice that it comes from.
  weights jsonb not null,
  -- The identity claim of the buyer's phone; null when the notice named a conversation.
  phone_claim uuid,
  -- The same of the phone with the account's country code; null unless the notice left the country code out.
  assumed_claim uuid,
  lacks_country_code boolean not null,
  conversation_id uuid,
  contact_id uuid,
  -- From the earliest notice.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  account_pos bigint not null,
  doc text not null
);
create index sales_of_account on sales (account_id, account_pos);
-- Carries all that a list of the sales since a moment counts and orders.
create index sales_since on sales (account_id, occurred_at) include (status, account_pos, id);
create index on sales (contact_id, account_pos);
-- Sales that wait for a conversation.
create index on sales (phone_claim) where conversation_id is null;
create index on sales (assumed_claim) where conversation_id is null;
create index on sales (id) where conversation_id is null;
