import type { ReactNode } from 'react'
import { errorText } from '../../server/request.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Columns, Hint, Row, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { CustomizeCard } from './customize-card.tsx'
import styles from './getting-started-page.module.css'
import { Guide } from './guide.tsx'
import { isSetUp, type Progress, useProgress } from './progress.ts'

type Step = { about: keyof Progress; title: string; text: string; button: string; to: string }

const steps: Step[] = [
  {
    about: 'players',
    title: 'Add Players',
    text: 'Everyone who takes part. Players with an email address pick by link; you enter the picks of the others.',
    button: 'Go to Players',
    to: '/admin/users',
  },
  {
    about: 'seasons',
    title: 'Create Seasons',
    text: 'A season is one competition with its own players, rules and standings. Admins cannot see picks before the lock either, unless you turn that off.',
    button: 'Go to Seasons',
    to: '/admin/seasons',
  },
  {
    about: 'sports',
    title: 'Add Sports',
    text: 'Each sport asks for one or more picks before its lock time. When you activate it, every player gets a link by mail.',
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
            ? 'Everything is ready. Activate a sport, and players can pick.'
            : 'Three steps, and players can pick.'
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

type StepCardProps = Step & { number: number; count: number; done: boolean; next: boolean }

function StepCard({ number, title, text, button, to, about, count, done, next }: StepCardProps) {
  return (
    <li className={`${card.card} ${styles.step}`} data-done={done} data-next={next}>
      <span className={styles.number} aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <Stack gap={2}>
        <h2>{title}</h2>
        <Hint size="m">{text}</Hint>
      </Stack>
      <Row justify="space-between">
        <ButtonLink to={to} variant={next ? 'primary' : 'secondary'}>
          {button}
        </ButtonLink>
        {done ? (
          <Badge tone="success">
            Done: {count} {count === 1 ? about.slice(0, -1) : about}
          </Badge>
        ) : (
          <Badge>To do</Badge>
        )}
      </Row>
    </li>
  )
}
