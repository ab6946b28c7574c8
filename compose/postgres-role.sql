-- What docker-compose.yml runs once, in an empty database: a role that owns it and is no superuser.
create role picks login password 'picks';
alter database picks owner to picks;
-- After somebody is erased, the role clears their name from PostgreSQL's own files.
grant pg_checkpoint to picks;
grant execute on function pg_switch_wal() to picks;
alter role postgres password null;
