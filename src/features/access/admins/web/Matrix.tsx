import { Checkbox } from '@mantine/core'
import { allowedBy, allows, areas, type Area } from '#contract/permissions.ts'
import { EVERYTHING, permissionOf, settled, VERBS, type Verb } from '../role-rules.ts'
import styles from './Roles.module.css'

const AREAS = Object.keys(areas) as Area[]
const EACH = Object.keys(VERBS) as Verb[]

type Props = { chosen: readonly string[]; isFixed: boolean; onChange: (permissions: string[]) => void }

/** Every area with what may be done in it; or everything, what is still to come too. */
export function Matrix({ chosen, isFixed, onChange }: Props) {
  const isAll = chosen.includes(EVERYTHING)
  const toggle = (area: Area, verb: Verb, isOn: boolean) => {
    // Who may no longer see a thing may not change or export it either.
    const removed = (verb === 'read' ? EACH : [verb]).map((one) => permissionOf(area, one))
    const permission = permissionOf(area, verb)!
    onChange(settled(isOn ? [...chosen, permission] : chosen.filter((one) => !removed.includes(one as never))))
  }
  return (
    <>
      <Checkbox
        label="Everything"
        description="Includes areas added later, except managing people and superadmin-only actions"
        checked={isAll}
        disabled={isFixed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? settled([EVERYTHING, ...chosen]) : [])}
      />
      <table className={styles.matrix} aria-label="Permissions">
        <thead>
          <tr>
            <th scope="col">Area</th>
            {EACH.map((verb) => (
              <th key={verb} scope="col">
                {VERBS[verb]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {AREAS.map((area) => (
            <tr key={area}>
              <th scope="row">
                {areas[area].label}
                <span className={styles.hint}>{hintOf(area)}</span>
              </th>
              {EACH.map((verb) => {
                const permission = permissionOf(area, verb)
                return (
                  <td key={verb}>
                    {permission && (
                      <Checkbox
                        aria-label={`${VERBS[verb]} ${areas[area].label}`}
                        checked={allows(chosen, permission)}
                        disabled={isFixed || (isAll && allows([EVERYTHING], permission))}
                        onChange={({ currentTarget }) => toggle(area, verb, currentTarget.checked)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** What there is to see and to change; what an export holds is what one sees. */
const hintOf = (area: Area) =>
  (['read', 'write'] as const)
    .flatMap((verb) => permissionOf(area, verb) ?? [])
    .map((permission) => `${allowedBy(permission)}.`)
    .join(' ')
