package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxProfiles is how many profiles a file may define: each is built with all
// of the top level.
const maxProfiles = 256

// checkNames checks every name that the file gives or refers to.
func (b *builder) checkNames() error {
	raw := &b.doc.raw
	if raw.Profile != nil && !b.exists(*raw.Profile) {
		return b.unknown("profile", *raw.Profile)
	}
	if len(raw.Profiles) > maxProfiles {
		return b.doc.fail("profiles", fmt.Sprintf("expected at most %d profiles, found %d", maxProfiles, len(raw.Profiles)))
	}
	for _, name := range sortedKeys(raw.Profiles) {
		at := joinKey("profiles", name)
		if !isBareKey(name) || len(name) > 64 {
			return b.doc.fail(at, "expected a profile's name of 1 to 64 letters, digits, - and _")
		}
		base := raw.Profiles[name].Base
		switch {
		case base == nil:
		case isBuiltin(name):
			return b.doc.fail(at+".base", "expected none: a profile with a built-in name starts from that built-in profile")
		case !isBuiltin(*base):
			return b.doc.fail(at+".base", expected(alternatives([]string{ProfileWorkspace, ProfileRestricted, ProfileObserve}), *base).Error())
		}
	}
	if err := b.checkAssignments("users", raw.Users); err != nil {
		return err
	}
	return b.checkAssignments("groups", raw.Groups)
}

func (b *builder) checkAssignments(table string, assigned map[string]rawAssignment) error {
	for _, name := range sortedKeys(assigned) {
		at := joinKey(table, name)
		switch profile := assigned[name].Profile; {
		case name == "":
			return b.doc.fail(at, "expected a name, found an empty string")
		case profile == nil:
			return b.doc.fail(at, "expected profile = \"NAME\", found a table without it")
		case !b.exists(*profile):
			return b.unknown(at+".profile", *profile)
		}
	}
	return nil
}

func (b *builder) unknown(key, name string) error {
	return b.doc.fail(key, b.noSuchProfile(name))
}

func (b *builder) noSuchProfile(name string) string {
	return expected("one of the profiles "+strings.Join(b.profiles(), ", "), name).Error()
}

// choose gives the profile that holds for an identity and where that is said:
// its [users] entry, else the strictest of its [groups] entries, else
// --profile, else the top level's `profile`, else what holds without any
// configuration.
func (b *builder) choose(built map[string]*merger, o Options) (name, source string, err error) {
	name, key, err := b.assigned(built, o.Identity)
	if err != nil {
		return "", "", err
	}
	where := fmt.Sprintf("%s:%d", printable(b.doc.file), b.doc.line(key))
	switch {
	case name != "" && o.Profile != "" && o.Profile != name:
		return "", "", &Error{Key: "--profile", Msg: fmt.Sprintf("expected none: %s at %s assigns profile %s to this user", key, where, quote(name))}
	case name != "":
		return name, where, nil
	case o.Profile != "":
		return o.Profile, "--profile", nil
	case b.doc.raw.Profile != nil:
		return *b.doc.raw.Profile, fmt.Sprintf("%s:%d", printable(b.doc.file), b.doc.line("profile")), nil
	case b.login:
		return b.fallback(), "default of a login shell", nil
	}
	return b.fallback(), "default", nil
}

// assigned gives the profile that the file assigns to an identity, "" for
// none, and the key that does so. An identity that is not fully known gets an
// error, because the entry that is missed might be the one that restricts.
func (b *builder) assigned(built map[string]*merger, id Identity) (name, key string, err error) {
	raw := &b.doc.raw
	if len(raw.Users)+len(raw.Groups) > 0 && id.User == "" {
		return "", "", b.doc.fail("users", fmt.Sprintf("uid %d has no name in the user database, so its entry cannot be found", id.UID))
	}
	if entry, ok := raw.Users[id.User]; ok {
		return *entry.Profile, joinKey("users", id.User) + ".profile", nil
	}
	if len(raw.Groups) > 0 && len(id.UnknownGroups) > 0 {
		return "", "", b.doc.fail("groups", fmt.Sprintf("group %d of user %s has no name in the group database, so its entry cannot be found", id.UnknownGroups[0], quote(id.User)))
	}
	var matching []string
	for _, group := range id.Groups {
		if _, ok := raw.Groups[group]; ok {
			matching = append(matching, group)
		}
	}
	if len(matching) == 0 {
		return "", "", nil
	}
	strictest := slices.MinFunc(matching, func(a, b string) int {
		pa, pb := *raw.Groups[a].Profile, *raw.Groups[b].Profile
		return cmp.Or(-compareStrictness(built[pa].cfg, built[pb].cfg), cmp.Compare(pa, pb), cmp.Compare(a, b))
	})
	return *raw.Groups[strictest].Profile, joinKey("groups", strictest) + ".profile", nil
}
