import { Checkbox } from '@mantine/core'
import { areas, type Area } from '#contract/permissions.ts'
import { EVERYTHING, permissionOf, settled, VERBS, type Verb } from '../rules.ts'
import styles from './Roles.module.css'

const AREAS = Object.keys(areas) as Area[]
const EACH = Object.keys(VERBS) as Verb[]

type Props = { chosen: readonly string[]; isFixed: boolean; onChange: (permissions: string[]) => void }

/** Every area with what may be done in it; or everything, what is still to come too. */
export function Matrix({ chosen, isFixed, onChange }: Props) {
  const isAll = chosen.includes(EVERYTHING)
  const toggle = (area: Area, verb: Verb, isOn: boolean) => {
    const permission = permissionOf(area, verb)
    // Who may no longer see a thing may not change it either.
    const gone = verb === 'read' ? [permission, permissionOf(area, 'write')] : [permission]
    onChange(settled(isOn ? [...chosen, permission] : chosen.filter((one) => !gone.includes(one as never))))
  }
  return (
    <>
      <Checkbox
        label="Everything"
        description="Also what is added later. What only superadmins may do is not part of it"
        checked={isAll}
        disabled={isFixed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [EVERYTHING] : [])}
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
              <th scope="row">{areas[area]}</th>
              {EACH.map((verb) => (
                <td key={verb}>
                  <Checkbox
                    aria-label={`${VERBS[verb]} ${areas[area]}`}
                    checked={isAll || chosen.includes(permissionOf(area, verb))}
                    disabled={isFixed || isAll}
                    onChange={({ currentTarget }) => toggle(area, verb, currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
