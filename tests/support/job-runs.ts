import { eventually } from './eventually.ts'

const JOBS = ['lock rounds', 'remind players', 'send mails']

/** Until each job has ended twice more, so that one began behind this moment. Asks where the figures are served. */
export async function jobsHaveRun(metricsPort: number): Promise<void> {
  const before = await runsAt(metricsPort)
  await eventually('the jobs', async () => {
    const now = await runsAt(metricsPort)
    return now.every((count, index) => count >= (before[index] ?? 0) + 2)
  })
}

async function runsAt(port: number): Promise<number[]> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return JOBS.map((job) => {
    const series = new RegExp(`^picks_job_runs_total\\{job="${job}",outcome="done"\\} (\\d+)$`, 'm')
    return Number(series.exec(text)?.[1] ?? 0)
  })
}
