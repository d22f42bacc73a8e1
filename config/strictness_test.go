package config

import "testing"

// TestUnknownActionsAreStrict has an action that a later version may add: it counts
// as the strictest wherever answers or configurations are compared.
func TestUnknownActionsAreStrict(t *testing.T) {
	t.Parallel()
	order := []Action{Allow, Ask, Deny}
	for i, a := range order {
		if a.Severity() != i {
			t.Errorf("%s has severity %d, not %d", a, a.Severity(), i)
		}
		if later := Action("report"); later.Severity() < a.Severity() {
			t.Errorf("an unknown action is laxer than %s", a)
		}
	}
}
