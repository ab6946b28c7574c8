import { type ReactNode, useId } from 'react'
import card from '../../ui/card.module.css'
import { Hint, Row, Stack, Toolbar } from '../../ui/layout.tsx'

type ItemCardProps = {
  title: string
  badge: ReactNode
  facts: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function ItemCard({ title, badge, facts, actions, children }: ItemCardProps) {
  const id = useId()
  return (
    <article className={card.card} aria-labelledby={id}>
      <Stack>
        <Stack as="header" gap={2}>
          <Row align="start" gap={2} grows>
            <h3 id={id} translate="no">
              {title}
            </h3>
            <Row as="span" gap={2} justify="end">
              {badge}
            </Row>
          </Row>
          <Hint as="div">{facts}</Hint>
        </Stack>
        {children}
        {actions && (
          <Toolbar as="footer" gap={2}>
            {actions}
          </Toolbar>
        )}
      </Stack>
    </article>
  )
}
