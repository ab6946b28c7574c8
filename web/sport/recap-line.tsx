import { Fragment } from 'react'
import type { Recap } from '../../api/contract/season-story.ts'

/** What the last result brought, as the server writes it in the first HTML. */
export const RecapLine = ({ sentences }: NonNullable<Recap>) =>
  sentences.length > 0 && (
    <p className="recap">
      {sentences.map((sentence) => (
        <Fragment key={sentence}>
          <span>{sentence}</span>{' '}
        </Fragment>
      ))}
    </p>
  )
