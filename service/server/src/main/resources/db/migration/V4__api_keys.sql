create table api_key (
  id varchar(16) primary key,
  -- SHA-256 of the secret; the secret itself is kept by whoever has the key.
  secret_hash varchar(64) not null,
  name varchar(100) not null,
  -- Separated by commas; none: all.
  projects varchar(4000) not null,
  verbs varchar(100) not null,
  created_at timestamp with time zone not null,
  -- It is of no use any more from then on.
  expires_at timestamp with time zone
);
