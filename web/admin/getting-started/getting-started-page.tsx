import type { ReactNode } from 'react'
import { errorText } from '../../server/request.ts'
import { Columns } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { CustomizeCard } from './customize-card.tsx'
import { Guide } from './guide.tsx'
import { isSetUp, type Progress, useProgress } from './progress.ts'
import { StepCard } from './step-card.tsx'

type Step = { about: keyof Progress; title: string; text: string; button: string; to: string }

const steps: Step[] = [
  {
    about: 'players',
    title: 'Add Players',
    text: 'Everyone who takes part. An email address lets a player pick by link; without one, you enter the picks.',
    button: 'Go to Players',
    to: '/admin/users',
  },
  {
    about: 'seasons',
    title: 'Create Seasons',
    text: 'A season is one competition with its own players and standings. Make one the default for the home page, and seal its picks from admins if you play along.',
    button: 'Go to Seasons',
    to: '/admin/seasons',
  },
  {
    about: 'sports',
    title: 'Add Sports',
    text: 'Each sport asks for one pick, or a few, before its lock time. Activating it mails every player a link.',
    button: 'Go to Sports',
    to: '/admin/rounds',
  },
]

export function GettingStartedPage() {
  const { progress, error } = useProgress()
  if (error) return <Notice tone="danger">{errorText(error, 'Your progress could not be loaded.')}</Notice>
  if (!progress) return <Skeleton shape="block" />
  const next = steps.find(({ about }) => progress[about] === 0)
  return (
    <>
      <PageHead
        title="Getting Started"
        text={
          isSetUp(progress)
            ? 'Everything is in place. Activate a sport, and the first picks can come in.'
            : 'Three steps, and your first picks can come in.'
        }
      />
      <Folded when={isSetUp(progress)}>
        <Columns as="ol" least={18}>
          {steps.map((step, index) => (
            <StepCard
              key={step.about}
              number={index + 1}
              done={progress[step.about] > 0}
              next={step === next}
              count={progress[step.about]}
              {...step}
            />
          ))}
        </Columns>
      </Folded>
      <CustomizeCard />
      <Guide />
    </>
  )
}

function Folded({ when, children }: { when: boolean; children: ReactNode }) {
  if (!when) return children
  return (
    <details>
      <summary>
        <strong>All set</strong>
      </summary>
      {children}
    </details>
  )
}
