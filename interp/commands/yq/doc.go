// Package yq is the language of yq(1), version 4: expressions that read and change
// nodes of YAML, so that comments, styles, anchors and tags can be had and stay.
//
// An expression makes a list of nodes of a list of nodes. What is assigned to is
// changed where it stands in its document. Every loop asks the context, and what is
// copied is counted.
//
// It knows no options, no files and no environment: who uses it hands over a Host.
// It imports a YAML library alone.
package yq
