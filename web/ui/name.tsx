/** Of a person, a team, a sport or a season. A browser that translates the page leaves it as it is. */
export const Name = ({ of }: { of: string }) => <span translate="no">{of}</span>
