create table cards (id text primary key, deck text, touched integer, pos bigint, doc text);
