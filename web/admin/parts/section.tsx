import { Children, type ReactNode, useId } from 'react'
import { Columns, Hint, Stack } from '../../ui/layout.tsx'
import styles from './area.module.css'

type SectionProps = {
  title: string
  empty: ReactNode
  children: ReactNode
}

export function Section({ title, empty, children }: SectionProps) {
  const id = useId()
  const count = Children.count(children)
  return (
    <Stack as="section" aria-labelledby={id}>
      <h2 id={id}>
        {title}{' '}
        <Hint as="span" size="m">
          {count}
        </Hint>
      </h2>
      {count > 0 ? (
        <Columns least={26} align="start">
          {children}
        </Columns>
      ) : (
        <p className={styles.empty}>{empty}</p>
      )}
    </Stack>
  )
}
