import { api, query } from '../../../server/api.ts'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/form/inputs.tsx'
import { useCommand } from '../../command/command.ts'
import { Asked } from '../../parts/loaded.tsx'

export function FactorRuleCard() {
  const change = useCommand({
    send: (required: boolean) => api('PUT /admin/settings/second-factor', { required }),
    fallback: 'Failed to change the rule',
    success: ({ message }) => message,
  })
  return (
    <Card title="Second Factor">
      <Asked of={query('GET /admin/settings')} rows={1}>
        {({ second_factor_required }) => (
          <Switch
            label="Ask a second factor of all admins"
            hint="An admin without one sets it up before anything else, you too."
            checked={second_factor_required === 'true'}
            busy={change.busy}
            onChange={change.run}
          />
        )}
      </Asked>
    </Card>
  )
}
