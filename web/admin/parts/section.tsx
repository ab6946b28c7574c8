import { Children, type ReactNode, useId } from 'react'
import { Columns, Hint, Stack } from '../../ui/layout.tsx'
import styles from './area.module.css'

type SectionProps = {
  title: string
  empty: ReactNode
  /** Where it is another number than that of what is listed. */
  count?: string
  children: ReactNode
}

export function Section({ title, empty, count, children }: SectionProps) {
  const id = useId()
  const listed = Children.count(children)
  return (
    <Stack as="section" aria-labelledby={id}>
      <h2 id={id}>
        {title}{' '}
        <Hint as="span" size="m">
          {count ?? (listed || '')}
        </Hint>
      </h2>
      {listed > 0 ? (
        <Columns least={26} align="start">
          {children}
        </Columns>
      ) : (
        <p className={styles.empty}>{empty}</p>
      )}
    </Stack>
  )
}
