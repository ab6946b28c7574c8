export const SAMPLE_PLAYERS = [
  'Alex Rivera',
  'Bella Novak',
  'Carlos Mendes',
  'Dana Whitfield',
  'Ethan Cole',
  'Fatima Haddad',
  'Gus Lindqvist',
  'Hana Sato',
  'Ivan Petrov',
  'Jasmine Bell',
  'Kofi Mensah',
  'Lena Fischer',
  'Marco Rossi',
  'Nora Quinn',
  'Omar Aziz',
].map((name) => ({ name, email: `${name.toLowerCase().replace(' ', '.')}@sample.invalid` }))

export type SampleSport = { sportName: string; teams?: readonly string[] }

export const COMPLETED_SPORTS: readonly SampleSport[] = [
  { sportName: 'Super Bowl', teams: ['Chiefs', 'Eagles', 'Bills', 'Lions', 'Ravens', '49ers'] },
  { sportName: 'Daytona 500', teams: ['Larson', 'Hamlin', 'Byron', 'Blaney', 'Elliott'] },
  { sportName: 'March Madness', teams: ['Duke', 'Houston', 'Florida', 'Auburn', 'UConn', 'Kansas'] },
  { sportName: 'The Masters', teams: ['Scheffler', 'McIlroy', 'Rahm', 'Schauffele', 'Morikawa'] },
  { sportName: 'Kentucky Derby', teams: ['Sovereignty', 'Journalism', 'Baeza', 'Sandman'] },
  { sportName: 'Champions League', teams: ['PSG', 'Inter', 'Arsenal', 'Barcelona', 'Bayern'] },
  { sportName: 'Stanley Cup', teams: ['Panthers', 'Oilers', 'Stars', 'Hurricanes'] },
  { sportName: 'NBA Finals', teams: ['Thunder', 'Pacers', 'Knicks', 'Timberwolves', 'Celtics'] },
  { sportName: 'Wimbledon', teams: ['Sinner', 'Alcaraz', 'Djokovic', 'Fritz', 'Zverev'] },
]

export const ACTIVE_SPORTS: readonly SampleSport[] = [
  { sportName: 'World Series', teams: ['Dodgers', 'Yankees', 'Phillies', 'Mariners', 'Blue Jays'] },
  { sportName: 'Oscars: Best Picture and Best Director' },
]
