//! All positions of an instance, or those nearest to its start.

use super::Stop;
use crate::catalogue::{After, Look, Place, START, Session};
use std::collections::VecDeque;

/// Positions by their places' numbers: from the start on breadth first, after those of best play.
pub(crate) struct Graph {
    pub(crate) looks: Vec<Option<Look>>,
    /// Whether these are all that play can reach.
    pub(crate) complete: bool,
}

impl Graph {
    /// Looks at positions until `enough` says so of the next one.
    pub(crate) fn of(
        session: &mut dyn Session,
        mut enough: impl FnMut(&Look) -> bool,
    ) -> Result<Graph, Stop> {
        let mut graph = Graph { looks: vec![], complete: true };
        let mut next = VecDeque::new();
        // First what a person who follows best play comes by.
        let mut best = Some(START);
        while let Some(place) = best.take() {
            if !graph.add(session, place, &mut next, &mut enough)? {
                return Ok(graph);
            }
            let look = graph.looks[place.index()].as_ref();
            let choice = look.and_then(|look| look.choices.iter().find(|choice| choice.best));
            best = choice.and_then(|choice| choice.then.place());
        }
        while let Some(place) = next.pop_front() {
            if !graph.has(place) && !graph.add(session, place, &mut next, &mut enough)? {
                break;
            }
        }
        Ok(graph)
    }

    fn has(&self, place: Place) -> bool {
        self.looks.get(place.index()).is_some_and(Option::is_some)
    }

    fn add(
        &mut self,
        session: &mut dyn Session,
        place: Place,
        next: &mut VecDeque<Place>,
        enough: &mut impl FnMut(&Look) -> bool,
    ) -> Result<bool, Stop> {
        let look = session.look(place)?;
        if enough(&look) {
            self.complete = false;
            return Ok(false);
        }
        next.extend(look.choices.iter().filter_map(|choice| choice.then.place()));
        if self.looks.len() <= place.index() {
            self.looks.resize(place.index() + 1, None);
        }
        self.looks[place.index()] = Some(look);
        Ok(true)
    }

    /// The places of all positions such that each comes behind those that its moves lead to: by the number of moves that
    /// play can still last, as dynamic programming goes about it.
    pub(crate) fn solving_order(&self) -> Vec<usize> {
        let mut heights: Vec<Option<usize>> = vec![None; self.looks.len()];
        let nexts = |at: usize| {
            let choices = self.looks[at].iter().flat_map(|look| &look.choices);
            choices.filter_map(|choice| choice.then.place()).map(Place::index)
        };
        for start in 0..self.looks.len() {
            let mut stack = vec![start];
            while let Some(at) = stack.last().copied() {
                // One that is still to be done is done first, and this one then again.
                match nexts(at).find(|next| heights[*next].is_none()) {
                    Some(next) if heights[at].is_none() => stack.push(next),
                    _ => {
                        let height = nexts(at).filter_map(|next| heights[next]).max();
                        heights[at] = Some(height.map_or(0, |height| height + 1));
                        stack.pop();
                    }
                }
            }
        }
        let mut order: Vec<usize> =
            (0..self.looks.len()).filter(|at| self.looks[*at].is_some()).collect();
        order.sort_by_key(|at| heights[*at]);
        order
    }
}

impl After {
    /// The position that follows, if the game goes on.
    pub(crate) fn place(self) -> Option<Place> {
        match self {
            After::Opponent(place) | After::Again(place) => Some(place),
            After::Over => None,
        }
    }
}
