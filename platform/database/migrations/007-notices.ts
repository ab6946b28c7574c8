import { type Kysely, sql } from 'kysely'

/** What is told to whom, apart from the mail that tells it. Mails that wait go out as they are. */
export async function separateNotices(kysely: Kysely<object>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(kysely)
}

const STATEMENTS = [
  'alter table private.outbox rename to mails',
  'alter index private.outbox_due rename to mails_due',
  'alter index private.outbox_of_round rename to mails_of_round',
  'alter table private.outbox_players rename to notices',
  'alter index private.outbox_players_of_mail rename to notices_of_mail',
  'alter index private.outbox_players_of_player rename to notices_of_player',
  'alter index private.outbox_pkey rename to mails_pkey',
  'alter index private.outbox_players_pkey rename to notices_pkey',
  'alter table private.notices rename constraint outbox_players_mail_id_fkey to notices_mail_id_fkey',
  'drop index private.outbox_players_of_round',
  `alter table private.notices
    alter column mail_id drop not null,
    add column template text,
    add column season_id integer,
    add column position text,
    add column created_at text,
    add column due_at text,
    add column useless_at text,
    add column state text,
    add column reply text`,
  `update private.notices set
    template = case when mails.template = 'pick-links' then 'pick-link' else mails.template end,
    season_id = mails.season_id,
    round_id = coalesce(notices.round_id, mails.round_id),
    position = coalesce(mails.position, ''),
    created_at = mails.created_at,
    due_at = mails.due_at,
    useless_at = mails.useless_at
    from private.mails where mails.id = notices.mail_id`,
  `alter table private.notices
    alter column template set not null,
    alter column position set not null,
    alter column created_at set not null,
    alter column due_at set not null`,
  'create index notices_of_round on private.notices (round_id, player_id)',
  'create index notices_of_season on private.notices (season_id) where round_id is null',
  'create index notices_waiting on private.notices (due_at) where mail_id is null and state is null',
]
