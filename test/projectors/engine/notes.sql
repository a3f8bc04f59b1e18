create table notes (id text primary key, account_id text not null, value text not null, pos bigint);
-- As every index of a text it holds no long ones.
create index on notes (value);
