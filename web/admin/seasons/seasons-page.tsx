import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeasonList } from '../../../api/contract/seasons.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { seasonsQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { PageHead } from '../area/page-head.tsx'
import { Section } from '../area/section.tsx'
import { RulesDialog } from '../rules/rules-dialog.tsx'
import { CreateSeasonDialog } from './create-season-dialog.tsx'
import { DeleteSeasonDialog } from './delete-season-dialog.tsx'
import { DeletedSeasons } from './deleted-seasons.tsx'
import { EditSeasonDialog } from './edit-season-dialog.tsx'
import { EndSeasonDialog } from './end-season-dialog.tsx'
import { ReopenSeasonDialog } from './reopen-season-dialog.tsx'
import { SealPicksDialog } from './seal-picks-dialog.tsx'
import { type SeasonAction, SeasonCard } from './season-card.tsx'

type ListedSeason = SeasonList[number]
type Open = { kind: 'create' } | { kind: SeasonAction; season: ListedSeason }

export function SeasonsPage() {
  const seasons = useQuery(seasonsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const create = () => setOpen({ kind: 'create' })
  const card = (season: ListedSeason) => (
    <SeasonCard key={season.id} season={season} onAct={(kind) => setOpen({ kind, season })} />
  )
  return (
    <>
      <PageHead
        title="Seasons"
        text="Each season has its own players, sports and standings."
        actions={
          // Whether it is proposed as the default season depends on the others.
          <Button disabled={!seasons.data} onClick={create}>
            + Create Season
          </Button>
        }
      />
      <Loaded query={seasons}>
        {(all) => {
          const ended = all.filter(({ ended_at }) => ended_at !== null)
          const current = all.filter(({ ended_at }) => ended_at === null)
          if (all.length === 0) {
            return (
              <Card>
                <EmptyState
                  title="No seasons yet."
                  action={<Button onClick={create}>Create the first season</Button>}
                >
                  A season brings players and sports together. Its standings appear on the home page.
                </EmptyState>
              </Card>
            )
          }
          return (
            <>
              <Section
                title="Active & Default"
                empty="No season is running. Create one, or reopen an ended one."
              >
                {current.map(card)}
              </Section>
              <Section title="Ended/Completed" empty="Seasons that have ended are kept here.">
                {ended.map(card)}
              </Section>
            </>
          )
        }}
      </Loaded>
      <DeletedSeasons />
      {open?.kind === 'create' && <CreateSeasonDialog onClose={close} />}
      {open?.kind === 'edit' && <EditSeasonDialog season={open.season} onClose={close} />}
      {open?.kind === 'rules' && <RulesDialog season={open.season} onClose={close} />}
      {open?.kind === 'seal' && <SealPicksDialog season={open.season} onClose={close} />}
      {open?.kind === 'end' && <EndSeasonDialog season={open.season} onClose={close} />}
      {open?.kind === 'reopen' && <ReopenSeasonDialog season={open.season} onClose={close} />}
      {open?.kind === 'delete' && <DeleteSeasonDialog season={open.season} onClose={close} />}
    </>
  )
}
