import { showReports as show } from '../../projections/engine/report-views.ts'
import type { Services } from '../services.ts'

/** Takes the views for dashboards over once the processes of another version, whose tables they show, have ended. */
export const showReports = ({ database, readSchemaName }: Services): Promise<void> =>
  show(database, readSchemaName)
