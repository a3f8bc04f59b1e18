-- One row per template that the provider lists.
create table templates (
  id uuid primary key,
  account_id uuid not null,
  waba_id text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  provider_status text not null,
  provider_template_id text not null,
  rejected_reason text,
  parameter_format text not null,
  components jsonb not null,
  variables jsonb not null,
  updated_at timestamptz not null,
  -- Log position of the last change, which moved the template to the top of its list.
  changed bigint not null,
  account_pos bigint not null,
  doc text not null
);
create index templates_of_account on templates (account_id, account_pos);
create index on templates (account_id, waba_id);

-- When the provider last reported a change of a connection's templates, whose list is then read again.
create table template_news (
  id uuid primary key,
  position bigint not null,
  account_id uuid,
  received_at timestamptz not null
);
create index on template_news (position);
create index on template_news (account_id, received_at);
